import { expect, test } from 'vitest'
import { suggestedMarket } from './market-line.ts'

test.each([
  ['us', 'uk', 'uk'],
  ['uk', 'us', 'us'],
  ['us', 'us', null],
  ['us', 'zz', null],
  ['us', null, null],
] as const)('in the %s store, with %s stored, %s is suggested', (market, stored, offered) => {
  expect(suggestedMarket(market, stored)).toBe(offered)
})
