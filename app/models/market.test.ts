import { expect, test } from 'vitest'
import {
  marketOfCountry,
  marketOfPath,
  marketPath,
  shippingCountries,
  shipsToCountry,
  suggestedMarket,
  withoutMarket,
} from './market.ts'

test.each([
  ['/products', 'us'],
  ['/ukulele', 'us'],
  ['/UK', 'us'],
])('the market of %s is %s', (path, market) => {
  expect(marketOfPath(path)).toBe(market)
})

test.each([
  ['/uk', '/'],
  ['/uk/', '/'],
  ['/us/product/magic-wand', '/product/magic-wand'],
  ['/ukulele', '/ukulele'],
  ['/us//evil.example', '/evil.example'],
  ['//evil.example', '/evil.example'],
])('%s without its market is %s', (path, rest) => {
  expect(withoutMarket(path)).toBe(rest)
})

test.each([
  ['/', '/us'],
  ['/products?filter=wizard-box', '/us/products?filter=wizard-box'],
  ['?a=1', '/us?a=1'],
  ['//evil.example', '/us/evil.example'],
])('%s in the US store is %s', (path, address) => {
  expect(marketPath('us', path)).toBe(address)
})

test.each([
  ['GB', 'uk'],
  ['US', 'us'],
  ['ca', 'us'],
  ['FR', 'uk'],
  [null, 'uk'],
])('country %s opens the %s store', (country, market) => {
  expect(marketOfCountry(country)).toBe(market)
})

test.each([
  ['us', 'uk', 'uk'],
  ['us', 'us', null],
  ['us', 'zz', null],
] as const)('in the %s store, with %s stored, %s is suggested', (market, stored, offered) => {
  expect(suggestedMarket(market, stored)).toBe(offered)
})

test('the US store ships to the US, the UK store to GB first and the 27 of the EU', () => {
  expect(shippingCountries('us').map((c) => c.code)).toEqual(['US'])
  expect(shippingCountries('uk')[0]?.code).toBe('GB')
  expect(new Set(shippingCountries('uk').map((c) => c.code)).size).toBe(28)
  expect([shipsToCountry('uk', 'IE'), shipsToCountry('uk', 'CH'), shipsToCountry('us', 'CA')]).toEqual([
    true,
    false,
    false,
  ])
})
