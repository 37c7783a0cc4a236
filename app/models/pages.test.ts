import { expect, test } from 'vitest'
import { shippingCountries, withoutMarket } from './market.ts'
import { normalizePath, pageOfAddress, storedQuery } from './pages.ts'
import { popupSource } from './signup-source.ts'

test.each([
  ['/us', '/'],
  ['/us/redeem/review', '/redeem/review'],
  ['/us/product/magic-wand', '/product/:handle'],
  ['//us', null],
  ['/us/product/:handle', null],
  [`/us/product/${'x'.repeat(101)}`, null],
  ['/de/faq', null],
])('%s is the page %s', (pathname, path) => {
  expect(pageOfAddress(pathname)?.path ?? null).toBe(path)
})

test.each([
  ['/us/products?utm_source=x&fbclid=1', ''],
  ['/us/products?filter=wands&utm_source=x', 'filter=wands'],
  ['/us/products?filter=box', null],
  ['/us/product/magic-wand?_routes=root&filter=wands', ''],
  ['/us/product/magic-wand?edition=', null],
  ['/us/cart', null],
])('%s is stored with the query %j', (address, stored) => {
  const { pathname, searchParams } = new URL(address, 'http://shop.test')
  const page = pageOfAddress(pathname)
  expect(page && storedQuery(page, searchParams)).toBe(stored)
})

test.each([
  ['/Us/', '/us'],
  ['//us///FAQ//', '/us/faq'],
  ['/uk/Product/Magic-Wand', '/uk/product/magic-wand'],
  ['/UK/Nothing', '/uk/Nothing'],
  ['/art/Logo.svg', '/art/Logo.svg'],
  ['/', '/'],
])('the typed path %s is corrected to %s', (typed, meant) => {
  expect(normalizePath(typed)).toBe(meant)
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

test('a popup signup is labelled by the first part of its page', () => {
  const pages = ['/us', '/uk/product/magic-wand', '/us/gift-download', '/us/constructor']
  expect(pages.map(popupSource)).toEqual(['Homepage', 'Product Detail', 'Gift', 'Homepage'])
})

test('the US store ships to the US, the UK store to GB first and the 27 of the EU', () => {
  expect(shippingCountries('us').map(({ code }) => code)).toEqual(['US'])
  const codes = shippingCountries('uk').map(({ code }) => code)
  expect([codes[0], new Set(codes).size]).toEqual(['GB', 28])
  expect(['IE', 'CH'].map((code) => codes.includes(code))).toEqual([true, false])
})
