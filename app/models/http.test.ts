import { expect, test } from 'vitest'
import { originalSearch } from './http.ts'

test.each([
  ['/products', ''],
  ['/products?a&b=%20c+d', '?a&b=%20c+d'],
  ['/products?_routes=x', '?_routes=x'],
  ['/products.data?_routes=market', ''],
  ['/products.data?a&_routes=market%2Cx&b=1', '?a&b=1'],
])('what is asked for by %s is sent on as "%s"', (address, search) => {
  expect(originalSearch(`http://shop.test${address}`)).toBe(search)
})
