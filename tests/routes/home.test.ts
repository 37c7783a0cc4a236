import { describe, expect, test } from 'vitest'
import { openTestShop } from '../support/test-shop.ts'

/** Before every announced date. */
const EARLY = Date.parse('2025-11-01T12:00:00Z')

const shop = openTestShop({ now: () => EARLY })

const visit = (path: string) => shop.browser().visit(path)

describe('the hero', () => {
  test.each(['us', 'uk'])('%s links to the shop with PURCHASE and to the film', async (market) => {
    const page = await visit(`/${market}`)
    expect(page.texts('h1')).toEqual(['Some treasures deserve more than a drawer'])
    expect(page.texts(`main a[href="/${market}/products"]`)).toContain('PURCHASE')
    expect(page.links()).toContain('#unlock')
  })

  test('has at most six falling motifs, hidden from screen readers', async () => {
    const page = await visit('/uk')
    const motifs = page.texts('[aria-hidden="true"] > img[src*="motif"]')
    expect(motifs.length).toBeGreaterThan(0)
    expect(motifs.length).toBeLessThanOrEqual(6)
  })

  test('preloads one scene per screen size, in the format that is shown', async () => {
    const page = await visit('/uk')
    const scene = 'picture:has(> img[fetchpriority="high"])'
    expect(page.attributes(`${scene} source[type="image/avif"]`, 'srcset')).toEqual([
      expect.stringContaining('hero-scene-tall'),
      expect.stringContaining('hero-scene-1600.avif'),
    ])
    expect(page.texts('main img:not([loading="lazy"])')).toHaveLength(1)
  })
})

test('Vol. II is a pre-order before its month is over', async () => {
  const { main } = await visit('/us')
  expect(main).toContain('Pre-order, ships January 2026')
  expect(main).toContain('Pre-order from $59')
})

describe('Featured Collection', () => {
  test('uk shows six products in list order', async () => {
    const page = await visit('/uk')
    expect(page.texts('section[aria-labelledby="collection-title"] h3')).toEqual([
      'Vol. I: The Phoenix Edition',
      'Vol. II: Magical You (Pre-Order)',
      'Magic Wand',
      "Magic Wand Collector's Set",
      'Keyhole Tote',
      'Magical AF Mug',
    ])
  })

  test('us has no Vol. I', async () => {
    const page = await visit('/us')
    expect(page.texts('section[aria-labelledby="collection-title"] h3')[0]).toBe(
      'Vol. II: Magical You (Pre-Order)',
    )
    expect(page.main).not.toContain('Phoenix')
    expect(page.html).not.toContain('box-vol1')
  })

  test('links each product and names its price', async () => {
    const page = await visit('/us')
    expect(page.links()).toContain('/us/product/vol-ii-magical-you-pre-order')
    expect(page.texts('section[aria-labelledby="collection-title"] li p')).toContain(
      'Was From $144, now From $119',
    )
    expect(page.texts('section[aria-labelledby="collection-title"] li p')).toContain('$24')
  })
})

test('How It Works has four steps', async () => {
  const page = await visit('/uk')
  const titles = page.texts('section[aria-labelledby="how-title"] h3')
  const steps = titles.map((text) => text.replace(/^[IV]+(?=[CTWS])/, ''))
  expect(steps).toEqual(['Choose Your Edition', 'Touch Your Wand', 'Watch It Unlock', 'Store Your Treasures'])
})

test('the trust strip says where the store ships, with a form to switch stores', async () => {
  const browser = shop.browser()
  const page = await browser.visit('/us')
  for (const text of ['Free shipping over $90', 'US shipping', 'Magical AF', 'Secure Checkout'])
    expect(page.main).toContain(text)
  const other = await browser.submit(page, 'Switch to the United Kingdom store')
  expect(other.path).toBe('/uk')
  expect(browser.cookies.get('selected_market')).toBe('uk')
})

test('without JavaScript the film is a plain video without preload', async () => {
  const page = await visit('/uk')
  const video = /<noscript>(<video.*?<\/video>)<\/noscript>/.exec(page.html)?.[1] ?? ''
  expect(video).toContain('controls')
  expect(video).toContain('preload="none"')
  expect(video).not.toContain('autoplay')
  expect(video).toMatch(/<track kind="descriptions" src="\/film\/opening.vtt"/)
})

test('Stay Connected submits the Homepage form', async () => {
  const page = await visit('/uk')
  const { data } = page.formWith('Subscribe')
  expect(data.get('source')).toBe('Homepage')
  expect(data.get('returnTo')).toBe('/uk')
})

test('the metadata names both stores and the social card', async () => {
  const page = await visit('/uk')
  expect(page.title).toBe('Wizard Box: the book that opens with a magic wand, UK & EU')
  expect(page.attributes('link[rel="canonical"]', 'href')).toEqual(['http://shop.test/uk'])
  expect(page.attributes('link[rel="alternate"]', 'hreflang')).toEqual(['en-us', 'en-gb', 'x-default'])
  expect(page.attributes('meta[property="og:image"]', 'content')).toEqual([
    'http://shop.test/social/og-default.jpg',
  ])
})
