import { expect, test } from 'vitest'
import { storeElsewhere } from './market-line.ts'

test.each([
  ['us', 'uk', 'uk'],
  ['uk', 'us', 'us'],
  ['us', 'us', null],
  ['us', 'zz', null],
  ['us', null, null],
] as const)('in the %s store, with %s stored, one is offered %s', (market, stored, offered) => {
  expect(storeElsewhere(market, stored)).toBe(offered)
})
