import { expect, test } from 'vitest'
import { deliveryOf } from '../../embedded/storefront/quote.ts'
import { factsOf } from './facts.ts'
import { freeShippingProgress } from './free-shipping.ts'
import { formatMoney, moneyOf, toMinorUnits } from './money.ts'

test.each([
  ['89.99', '0.01', false],
  ['90', '0.01', false],
  ['90.01', '0.00', true],
  ['0', '90.00', false],
  ['35', '55.00', false],
])('at %s there is %s to go to free shipping', (total, remaining, reached) => {
  const progress = freeShippingProgress(moneyOf(total, 'GBP'), 'uk')
  expect([progress.remaining.amount, progress.reached]).toEqual([remaining, reached])
})

test.each([
  ['us', 'US', 'USD'],
  ['uk', 'GB', 'GBP'],
  ['uk', 'DE', 'GBP'],
] as const)('in %s, cart, texts and delivery to %s know the same amount', (market, country, currency) => {
  const { threshold } = freeShippingProgress(moneyOf(0, currency), market)
  expect(factsOf(market).freeShippingOver).toBe(formatMoney(threshold))
  const line = { found: null }
  const costOf = (cents: number) =>
    deliveryOf({ totalCents: cents, lines: [line] } as unknown as Parameters<typeof deliveryOf>[0], country)
      .cents
  expect(costOf(toMinorUnits(threshold))).toBeGreaterThan(0)
  expect(costOf(toMinorUnits(threshold) + 1)).toBe(0)
})
