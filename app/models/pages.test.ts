import { describe, expect, test } from 'vitest'
import { COMPANY, companyOf } from './company.ts'
import { listedPages, normalizePath, PAGES, pageOfAddress, popupSource, storedQuery } from './pages.ts'
import { seoText } from './seo.ts'
import { SEO_TEXTS, type SeoKey } from './seo-texts.ts'

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

describe('the query of a stored page', () => {
  const query = (address: string) => {
    const { pathname, searchParams } = new URL(address, 'http://shop.test')
    const page = pageOfAddress(pathname)
    return page && storedQuery(page, searchParams)
  }

  test('has known values, and nothing else', () => {
    expect(query('/us/products?utm_source=x&fbclid=1')).toBe('')
    expect(query('/us/products?filter=wands&utm_source=x')).toBe('filter=wands')
    for (const junk of ['option=garbage', 'filter=box', 'edition=', 'subject=Order', '_routes=root'])
      expect(query(`/us/product/magic-wand?${junk}`)).toBe('')
    expect(query('/us/about?option=box-only&wands=dragon-oak')).toBe('')
    expect(query('/us/contact?subject=Other')).toBe('subject=Other')
  })

  test('is the same for all spellings of a choice', () => {
    expect(query('/us/product/x?edition=ember&option=box-only&option=classic-wand')).toBe(
      'option=box-only&edition=ember',
    )
    expect(query('/us/product/x?size=%204&edition=EMBER')).toBe('edition=ember&size=4')
    expect(query('/us/product/x?size=99')).toBe('size=')
  })

  test('is none where the page shows more of its visitor than can be stored', () => {
    expect(query('/us/product/magic-wand-collectors-set?size=3&wands=dragon-oak')).toBeNull()
    expect(query('/us/faq?sent=signup')).toBeNull()
    expect(query('/us/cart')).toBeNull()
  })
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
])('who types %s means %s', (typed, meant) => {
  expect(normalizePath(typed)).toBe(meant)
  expect(normalizePath(meant)).toBe(meant)
})

test.each([
  ['/us', 'Homepage'],
  ['/uk/product/magic-wand', 'Product Detail'],
  ['/us/gift-download', 'Gift'],
  ['/us/nowhere', 'Homepage'],
])('a popup signup on %s is labelled %s', (path, label) => {
  expect(popupSource(path)).toBe(label)
})
