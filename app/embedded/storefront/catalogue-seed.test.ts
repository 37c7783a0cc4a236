import { expect, test } from 'vitest'
import { freeShippingProgress } from '../../models/cart-view.ts'
import { moneyOf } from '../../models/money.ts'
import { PICTURES, type Picture } from '../../models/pictures.ts'
import { SEEDED_PRODUCTS } from './catalogue-seed.ts'
import { deliveryOf } from './delivery.ts'

const BY_BASE = new Map(Object.values<Picture>(PICTURES).map((picture) => [picture.base, picture.alt]))
const IMAGES = SEEDED_PRODUCTS.flatMap(({ images, variants }) => [
  ...images,
  ...variants.flatMap(({ image }) => image ?? []),
])

test('every picture of the catalogue is one of the shop’s, with the same words', () => {
  const others = IMAGES.filter(({ url, altText }) => BY_BASE.get(url.replace(/-\d+\.jpg$/, '')) !== altText)
  expect(others.map(({ url }) => url)).toEqual([])
})

test.each([
  ['us', 'US', 'USD'],
  ['uk', 'GB', 'GBP'],
  ['uk', 'DE', 'GBP'],
] as const)(
  'in %s delivery to %s is free from the amount that the cart promises',
  (market, country, currency) => {
    const { threshold } = freeShippingProgress(moneyOf(0, currency), market, false)
    const totalCents = Number(threshold.amount) * 100
    const line = { found: null }
    const costOf = (cents: number) =>
      deliveryOf({ totalCents: cents, lines: [line] } as unknown as Parameters<typeof deliveryOf>[0], country)
        .cents
    expect(costOf(totalCents)).toBe(0)
    expect(costOf(totalCents - 1)).toBeGreaterThan(0)
  },
)
