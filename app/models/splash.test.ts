import { expect, test } from 'vitest'
import { type Arrival, entryAddress, showsSplash } from './splash.ts'

const arrival: Arrival = {
  pathname: '/',
  host: 'shop.example',
  mainHost: 'shop.example',
  referrer: '',
  seen: false,
}

test.each([
  [{}, true],
  [{ pathname: '/uk' }, true],
  [{ pathname: '/us/' }, true],
  [{ pathname: '/us/products' }, false],
  [{ host: 'preview.example' }, false],
  [{ seen: true }, false],
  [{ referrer: 'https://shop.example/uk/faq' }, true],
  [{ referrer: 'https://search.example/?q=wizard' }, false],
  [{ referrer: 'junk' }, false],
])('the splash greets %o: %s', (change, expected) => {
  expect(showsSplash({ ...arrival, ...change })).toBe(expected)
})

test.each([
  ['/', '', 'uk', null, '/uk'],
  ['/uk', '', 'uk', null, null],
  ['/us/products', '?filter=wizard-box', 'uk', null, '/uk/products?filter=wizard-box'],
  ['/faq', '', 'us', 'GB', '/us/faq'],
  ['/', '?a=1', null, 'GB', '/uk?a=1'],
  ['/', '', null, 'CA', '/us'],
  ['/', '', null, null, '/uk'],
  ['/us', '', null, 'DE', '/uk'],
] as const)(
  'entering %s%s with %s stored and from %s leads to %s',
  (pathname, search, stored, country, to) => {
    expect(entryAddress({ pathname, search }, stored, country)).toBe(to)
  },
)
