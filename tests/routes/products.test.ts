import { describe, expect, test } from 'vitest'
import { openTestShop } from '../support/test-shop.ts'

const EARLY = Date.parse('2025-11-01T12:00:00Z')

const shop = openTestShop({ now: () => EARLY })

const visit = (path: string) => shop.browser().visit(path)

describe('cards', () => {
  test('Vol. II includes its envelope for free', async () => {
    const page = await visit('/us/products')
    const badge = page.document.querySelector('main li div:has(> span > s), main li span:has(> s)')
    expect(badge?.querySelector('s')?.textContent).toBe('$25')
    expect(badge?.textContent).toContain('FREE Gift Envelope Included')
    expect(badge?.querySelector('.sr-only')?.textContent?.trim()).toBe('Envelope value $25, free.')
  })

  test('the collector’s set shows both of its prices', async () => {
    const page = await visit('/uk/products')
    expect(page.texts('main li p')).toContain('Was From £144, now From £119')
    expect(page.texts('main li p > s')).toEqual(['From £144'])
  })
})

describe('filters', () => {
  const titles = async (path: string) => (await visit(path)).texts('main li :is(h2, h3)')

  test('are links, with the current one marked', async () => {
    const page = await visit('/us/products?filter=wands')
    expect(page.texts('nav[aria-label="Filter"] a')).toEqual(['All', 'Wizard Boxes', 'Wands', 'Merch'])
    expect(page.texts('nav[aria-label="Filter"] [aria-current]')).toEqual(['Wands'])
  })

  test('merch, with the count', async () => {
    expect(await titles('/us/products?filter=merch')).toEqual(['Keyhole Tote', 'Magical AF Mug'])
    expect((await visit('/us/products?filter=merch')).main).toContain('2 items')
    expect((await visit('/us/products?filter=wizard-box')).main).toContain('1 item')
  })

  test('boxes have their own listing, with the same canonical URL', async () => {
    const page = await visit('/us/products?filter=wizard-box')
    expect(page.title).toBe('Wizard Boxes | Wizard Box US')
    expect(page.document.querySelector('link[rel="canonical"]')?.getAttribute('href')).toBe(
      'http://shop.test/us/products',
    )
  })
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
])('the footer says where the %s store ships', async (market, words) => {
  expect((await visit(`/${market}/products`)).texts('section[aria-label="Why shop here"] p')).toEqual([words])
})
