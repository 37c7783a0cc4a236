import { expect, test } from 'vitest'
import { COMPANY, companyOf } from '#supabase/functions/_shared/forms/company-facts.ts'
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
  ['/uk/faq', '/faq'],
  ['/us/redeem/review', '/redeem/review'],
  ['/us/product/magic-wand', '/product/:handle'],
  ['/us/', null],
  ['//us', null],
  ['/uk/redeem/', null],
  ['/us/product/', null],
  ['/us/product/:handle', null],
  [`/us/product/${'x'.repeat(101)}`, null],
  ['/us/product/a/b', null],
  ['/usa', null],
  ['/us-faq', null],
  ['/de/faq', null],
  ['/faq', null],
  ['/us/faq.data', null],
  ['/admin', null],
])('%s is the page %s', (pathname, path) => {
  expect(pageOfAddress(pathname)?.path ?? null).toBe(path)
})

test.each<[string, string | null]>([
  ['/us/products?utm_source=x&fbclid=1', ''],
  ['/us/products?filter=wands&utm_source=x', 'filter=wands'],
  ...['option=garbage', 'filter=box', 'edition=', 'subject=Order', '_routes=root'].map(
    (junk): [string, string] => [`/us/product/magic-wand?${junk}`, ''],
  ),
  ['/us/about?option=box-only&wands=dragon-oak', ''],
  ['/us/contact?subject=Other', 'subject=Other'],
  // The same for all spellings of a choice.
  ['/us/product/x?edition=ember&option=box-only&option=classic-wand', 'option=box-only&edition=ember'],
  ['/us/product/x?size=%204&edition=EMBER', 'edition=ember&size=4'],
  ['/us/product/x?size=99', 'size='],
  // None where the page shows more of its visitor than can be stored.
  ['/us/product/magic-wand-collectors-set?size=3&wands=dragon-oak', null],
  ['/us/faq?sent=signup', null],
  ['/us/cart', null],
])('%s is stored with the query %j', (address, stored) => {
  const { pathname, searchParams } = new URL(address, 'http://shop.test')
  const page = pageOfAddress(pathname)
  expect(page && storedQuery(page, searchParams)).toBe(stored)
})

test.each([
  ['/UK', '/uk'],
  ['/Us/', '/us'],
  ['/US/products', '/us/products'],
  ['/us/Products/', '/us/products'],
  ['//us///FAQ//', '/us/faq'],
  ['/uk/Product/Magic-Wand', '/uk/product/magic-wand'],
  ['/FAQ', '/faq'],
  ['/Redeem/Review/', '/redeem/review'],
  ['/UK/Nothing', '/uk/Nothing'],
  ['//evil.example', '/evil.example'],
  ['//', '/'],
  ['/art/Logo.svg', '/art/Logo.svg'],
  ['/us/products', '/us/products'],
  ['/', '/'],
])('the typed path %s is corrected to %s', (typed, meant) => {
  expect(normalizePath(typed)).toBe(meant)
  expect(normalizePath(meant)).toBe(meant)
})

test.each([
  ['/us', 'Homepage'],
  ['/uk/product/magic-wand', 'Product Detail'],
  ['/us/gift-download', 'Gift'],
  ['/us/nowhere', 'Homepage'],
  ['/us/constructor', 'Homepage'],
])('a popup signup on %s is labelled %s', (path, label) => {
  expect(popupSource(path)).toBe(label)
})
