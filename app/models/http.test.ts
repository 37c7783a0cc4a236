import { expect, test } from 'vitest'
import { matchesEtag, originalSearch } from './http.ts'

test.each([
  ['/products', ''],
  ['/products?a&b=%20c+d', '?a&b=%20c+d'],
  ['/products?_routes=x', '?_routes=x'],
  ['/products.data?_routes=market', ''],
  ['/products.data?a&_routes=market%2Cx&b=1', '?a&b=1'],
])('what is asked for by %s is sent on as "%s"', (address, search) => {
  expect(originalSearch(`http://shop.test${address}`)).toBe(search)
})

test.each([
  ['W/"a"', true],
  ['*', true],
  ['"another", W/"a"', true],
  // As a proxy makes it strong.
  ['"a"', true],
  ['"another", W/"third", **', false],
  [null, false],
])('a visitor with the tags %s has the page with the tag W/"a": %s', (tags, isKnown) => {
  expect(matchesEtag(tags, 'W/"a"')).toBe(isKnown)
})
