import { expect, test } from 'vitest'
import { openTestShop } from '../support/test-shop.ts'

/** Lists of products, the bar above and the strip below them, and the first picture of the home page. */

const shop = openTestShop({ now: () => Date.parse('2025-11-01T12:00:00Z') })

const visit = (path: string) => shop.browser().visit(path)

test('cards say to screen readers what is struck through', async () => {
  const page = await visit('/uk/products')
  expect(page.texts('main li .sr-only').join()).toContain('Envelope value £25, free.')
  expect(page.texts('main li p')).toContain('Was From £144, now From £119')
})

test('filters are links, with the current one marked, and a count', async () => {
  const page = await visit('/us/products?filter=merch')
  expect(page.texts('nav[aria-label="Filter"] a')).toEqual(['All', 'Wizard Boxes', 'Wands', 'Merch'])
  expect(page.texts('nav[aria-label="Filter"] [aria-current]')).toEqual(['Merch'])
  expect(page.texts('main li :is(h2, h3)')).toEqual(['Keyhole Tote', 'Magical AF Mug'])
  expect(page.main).toContain('2 items')
  const boxes = await visit('/us/products?filter=wizard-box')
  expect(boxes.main).toContain('1 item')
  expect(boxes.title).toBe('Wizard Boxes | Wizard Box US')
  expect(boxes.attributes('link[rel="canonical"]', 'href')).toEqual([`${shop.origin}/us/products`])
})

test('the header bar marks Shop on lists and products only', async () => {
  const visitor = shop.browser()
  const marked = async (path: string) =>
    (await visitor.visit(path)).texts('nav[aria-label="Main"] summary[aria-current]')
  for (const path of ['/uk/products', '/uk/product/vol-i-phoenix-edition', '/uk/product/keyhole-tote'])
    expect(await marked(path), path).toEqual(['Shop'])
  expect(await marked('/uk/gift-download')).toEqual(['Gift'])
  for (const path of ['/uk/contact', '/uk/cart']) expect(await marked(path), path).toEqual([])
})

test.each([
  ['us', 'This store ships to the United States only.'],
  ['uk', 'This store ships to the UK and EU only.'],
])('below the list, the %s store says where it ships', async (market, words) => {
  expect((await visit(`/${market}/products`)).texts('section[aria-label="Why shop here"] p')).toEqual([words])
})

test('the home page has at most six falling motifs, and preloads one scene per screen size', async () => {
  const page = await visit('/uk')
  const motifs = page.texts('[aria-hidden="true"] > img[src*="motif"]').length
  expect([motifs > 0, motifs <= 6]).toEqual([true, true])
  const scene = 'picture:has(> img[fetchpriority="high"])'
  expect(page.attributes(`${scene} source[type="image/avif"]`, 'srcset')).toEqual([
    expect.stringContaining('hero-scene-tall'),
    expect.stringContaining('hero-scene-1600.avif'),
  ])
  expect(page.texts('main img:not([loading="lazy"])')).toHaveLength(1)
})
