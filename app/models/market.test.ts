import { expect, test } from 'vitest'
import { shippingCountries, shipsToCountry, withoutMarket } from './market.ts'

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
