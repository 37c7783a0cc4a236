import { expect, test } from 'vitest'
import { COMPANY, companyOf } from '#supabase/functions/_shared/forms/company-facts.ts'
import { shippingCountries, shipsToCountry, withoutMarket } from './market.ts'
import { listedPages, normalizePath, PAGES, pageOfAddress, storedQuery } from './pages.ts'
import { SEO_TEXTS, type SeoKey, seoText } from './seo.ts'
import { popupSource } from './signup-source.ts'

test('the sitemap lists 13 pages of each market, which are those with a description', () => {
  expect(listedPages()).toHaveLength(13)
  const described = (path: string) =>
    path in SEO_TEXTS && seoText(path as SeoKey, 'uk', companyOf(COMPANY, 'uk')).description !== ''
  for (const { path, priority } of PAGES)
    if (path in SEO_TEXTS) expect([path, described(path)]).toEqual([path, priority !== null])
})

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
  ['/us', 'Homepage'],
  ['/uk/product/magic-wand', 'Product Detail'],
  ['/us/gift-download', 'Gift'],
  ['/us/constructor', 'Homepage'],
])('a popup signup on %s is labelled %s', (path, label) => {
  expect(popupSource(path)).toBe(label)
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
