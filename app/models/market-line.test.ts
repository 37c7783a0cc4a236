import { expect, test } from 'vitest'
import { lineOfChoice, lineOfCountry } from './market-line.ts'

test.each([
  ['us', 'uk', { suggested: 'uk' }],
  ['uk', 'us', { suggested: 'us' }],
  ['us', 'us', null],
  ['us', 'zz', null],
  ['us', null, null],
] as const)('in the %s store, having chosen %s, one is told %o', (market, stored, line) => {
  expect(lineOfChoice(market, stored)).toEqual(line)
})

test.each([
  ['us', 'GB', { suggested: 'uk' }],
  ['us', 'FR', { suggested: 'uk' }],
  ['uk', 'US', { suggested: 'us' }],
  ['uk', 'CA', { suggested: 'us' }],
  ['us', 'CA', { country: 'CA' }],
  ['us', 'US', null],
  ['uk', 'IE', null],
  ['us', null, null],
  ['uk', null, null],
] as const)('in the %s store, being in %s, one is told %o', (market, country, line) => {
  expect(lineOfCountry(market, country)).toEqual(line)
})
