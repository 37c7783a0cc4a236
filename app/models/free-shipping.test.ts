import { expect, test } from 'vitest'
import { freeShippingProgress } from './free-shipping.ts'
import { MARKETS } from './market.ts'
import { moneyOf } from './money.ts'

const OVER = MARKETS.uk.freeShippingOver

test('the stores of the US and the UK ship free over 90', () => {
  expect([MARKETS.us.freeShippingOver, MARKETS.uk.freeShippingOver]).toEqual([90, 90])
})

test.each([
  [-0.01, 0.02, false],
  [0, 0.01, false],
  [0.01, 0, true],
  [-OVER, OVER + 0.01, false],
])('at the threshold and %s, %s is missing', (beyond, remaining, reached) => {
  const progress = freeShippingProgress(moneyOf(OVER + beyond, 'GBP'), 'uk')
  expect([progress.remaining, progress.reached]).toEqual([moneyOf(remaining, 'GBP'), reached])
})
