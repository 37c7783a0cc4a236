import { expect, test } from 'vitest'
import { isSharedPage, originalSearch } from './http.ts'
import { PUBLIC_PAGES } from './models/page-paths.ts'

test('the shared pages of the table are recognized, also by their data URLs', () => {
  for (const { path, shared } of PUBLIC_PAGES) {
    const address = path === '/' ? '/uk' : `/uk${path}`
    expect([path, isSharedPage(address)]).toEqual([path, shared])
    expect([path, isSharedPage(`${address}.data`)]).toEqual([path, shared])
  }
})

test.each([
  ['/us', true],
  ['/us/_.data', true],
  ['/us/product/magic-wand', true],
  ['/us/product/magic-wand.data', true],
  ['/uk/redeem/', false],
  ['/us/product/', false],
  [`/us/product/${'x'.repeat(101)}`, false],
  ['/us/product/a/b', false],
  ['/usa', false],
  ['/de/faq', false],
  ['/faq', false],
  ['/us/faq.dat', false],
  ['/us/cart', false],
  ['/us/redeem/review', false],
  ['/admin', false],
])('%s is a shared page: %s', (pathname, expected) => {
  expect(isSharedPage(pathname)).toBe(expected)
})

test.each([
  ['/products', ''],
  ['/products?a&b=%20c+d', '?a&b=%20c+d'],
  ['/products?_routes=x', '?_routes=x'],
  ['/products.data?_routes=market', ''],
  ['/products.data?a&_routes=market%2Cx&b=1', '?a&b=1'],
])('what is asked for by %s is sent on as "%s"', (address, search) => {
  expect(originalSearch(new Request(`http://shop.test${address}`))).toBe(search)
})
