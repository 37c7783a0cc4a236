import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestShop, type TestShop } from '../support/test-shop.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await createTestShop()
})
afterAll(() => shop.close())

const kB = (html: string) => gzipSync(html, { level: 9 }).length / 1000

/** kB gzip of the whole document, critical styles included. */
const LIMIT = 12
const PAGES = [
  '',
  '/products',
  '/products?filter=wands',
  '/product/magic-wand',
  '/product/magic-wand-collectors-set',
  '/product/keyhole-tote',
  '/product/magical-af-mug',
  '/about',
  '/faq',
  '/contact',
  '/press',
  '/gift',
  '/gift-download',
  '/privacy-policy',
  '/terms-and-conditions',
  '/redeem',
  '/waitlist',
  '/subscribe',
  '/cart',
]
const ALL = [
  ...['us', 'uk'].flatMap((market) => PAGES.map((page) => [market, page] as const)),
  ['us', '/product/vol-ii-magical-you-pre-order'],
  ['uk', '/product/vol-ii-magical-you-pre-order-1'],
  ['uk', '/product/vol-i-phoenix-edition'],
] as const

/** The parts of a document that contain styles. */
function partsOf(html: string) {
  const [, head = '', body = ''] = /<head>([\s\S]*)<\/head>([\s\S]*)/.exec(html) ?? []
  return { head, body, style: /<style>([\s\S]*?)<\/style>/.exec(head)?.[1] ?? '' }
}

describe('every page of the shop', () => {
  test.each(ALL)(
    '/%s%s can be painted without further requests, within its size budget',
    async (market, page) => {
      const answer = await shop.fetch(`/${market}${page}`)
      const html = await answer.text()
      const { head, body, style } = partsOf(html)
      const faces = Array.from(head.matchAll(/<link rel="preload" as="font" href="([^"]+)"[^>]*>/g))
      expect(faces.map(([, href]) => href)).toEqual([
        '/fonts/della-respira.woff2',
        '/fonts/commissioner.woff2',
      ])
      expect(head).not.toContain('rel="stylesheet"')
      expect(body).toMatch(/<link rel="stylesheet" href="\/assets\/entry-[\w-]+\.css"/)
      // A script behind a stylesheet would wait for it.
      expect(body).not.toMatch(/rel="stylesheet"[\s\S]*<script/)
      expect(style).toMatch(/\.nav\b/)
      expect(style).toContain('@font-face')
      expect(html).not.toContain('@layer')
      expect(html).not.toContain('/*critical*/')
      expect(html).not.toContain('rel="fold"')
      expect(kB(html)).toBeLessThanOrEqual(LIMIT)
    },
  )
})

test('the styles are allowed by their hash', async () => {
  const page = await shop.fetch('/us')
  expect(page.headers.get('Content-Security-Policy')).toMatch(/style-src 'self' 'sha256-[^']+'/)
})

test('a visitor-specific page and a not-found page have critical styles too', async () => {
  const shopper = shop.browser()
  await shopper.submit(await shopper.visit('/us/product/magic-wand'), /Add to Cart/)
  for (const path of ['/us/cart', '/us/products', '/us/no-such-page']) {
    const { head, body, style } = partsOf(await (await shopper.fetch(path)).text())
    expect(style, path).toMatch(/\.nav\b/)
    expect(head).not.toContain('rel="stylesheet"')
    expect(body).toContain('rel="stylesheet"')
  }
})

describe('the first picture has an inline placeholder, before the stylesheets', () => {
  test.each([
    ['/us', '/img/hero-scene-720.jpg'],
    ['/uk', '/img/hero-scene-720.jpg'],
    ['/us/product/vol-ii-magical-you-pre-order', '/products/vol2-closed-800.jpg'],
    ['/us/product/keyhole-tote', '/products/tote-natural-800.jpg'],
    ['/us/product/magical-af-mug', '/products/mug-800.jpg'],
    ['/us/products', '/img/box-vol2-closed-800.webp'],
    ['/uk/products', '/img/box-vol1-ember-800.webp'],
    ['/us/gift', '/img/gift-envelope-800.webp'],
    ['/uk/about', '/img/story-scene-720.jpg'],
  ])('%s', async (path, picture) => {
    const html = await (await shop.fetch(path)).text()
    const [, beginning = ''] = /<body>([\s\S]*?)<link rel="stylesheet"/.exec(html) ?? []
    expect(beginning).toMatch(new RegExp(`<img [^>]*fetchPriority="high"[^>]*src="${picture}"`))
    expect(partsOf(html).style).toContain(
      `img[fetchpriority][src="${picture}"]{background:url("data:image/svg+xml,`,
    )
  })

  test.each(['/uk/product/vol-i-phoenix-edition', '/us/faq', '/us/no-such-page'])(
    'no placeholder if it does not fit or there is no such picture: %s',
    async (path) => {
      const html = await (await shop.fetch(path)).text()
      expect(partsOf(html).style).not.toContain('data:image')
    },
  )
})

test.each([
  ['/us/product/magic-wand', 'dragon-elder'],
  ['/uk/product/magic-wand', 'dragon-elder'],
  ['/us/product/vol-ii-magical-you-pre-order', 'view-1'],
  ['/us/product/keyhole-tote', 'view-1'],
])('only the largest picture of the first screenful is requested at once: %s', async (path, id) => {
  const { document } = await shop.browser().visit(path)
  const atOnce = document.querySelectorAll('main img:not([loading="lazy"])')
  expect(Array.from(atOnce, (img) => [img.getAttribute('fetchpriority'), img.closest('li')?.id])).toEqual([
    ['high', id],
  ])
})

test('no stylesheet has a cascade layer, which would cause layout of every text', async () => {
  const styles = new Set<string>()
  for (const [market, page] of ALL) {
    const html = await (await shop.fetch(`/${market}${page}`)).text()
    for (const [, href = ''] of html.matchAll(/<link rel="stylesheet" href="([^"]+)"/g)) styles.add(href)
  }
  expect(styles.size).toBeGreaterThan(10)
  for (const href of styles) expect(await (await shop.fetch(href)).text()).not.toContain('@layer')
})
