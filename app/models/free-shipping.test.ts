import { expect, test } from 'vitest'
import { freeShippingProgress } from './free-shipping.ts'
import { moneyOf } from './money.ts'

test.each([
  ['89.99', '0.02', false],
  ['90', '0.01', false],
  ['90.01', '0.00', true],
  ['0', '90.01', false],
  ['35', '55.01', false],
])('at %s there is %s to go to free shipping', (total, remaining, reached) => {
  const progress = freeShippingProgress(moneyOf(total, 'GBP'), 'uk')
  expect([progress.remaining.amount, progress.reached]).toEqual([remaining, reached])
})
