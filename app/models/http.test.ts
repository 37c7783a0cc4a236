import { expect, test } from 'vitest'
import { originalSearch } from './http.ts'

test.each([
  ['/products?a&b=%20c+d', '?a&b=%20c+d'],
  ['/products?_routes=x', '?_routes=x'],
  ['/products.data?_routes=market', ''],
  ['/products.data?a=2&_routes=market%2Cx&b=1', '?a=2&b=1'],
])('the query of %s is passed on as "%s"', (address, search) => {
  expect(originalSearch(`http://shop.test${address}`)).toBe(search)
})
