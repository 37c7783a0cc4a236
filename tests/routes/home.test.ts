import { describe, expect, test } from 'vitest'
import { createTestShop, MIXED, openTestShop } from '../support/test-shop.ts'

/** Before every announced date, and after all of them. */
const EARLY = Date.parse('2025-11-01T12:00:00Z')
const LATE = Date.parse('2026-06-01T12:00:00Z')
/** A storefront URL that refuses connections. */
const NO_STORE = {
  ...MIXED,
  STOREFRONT_API_URL: 'http://127.0.0.1:9/api/2025-07/graphql.json',
  STOREFRONT_API_TOKEN: 'token',
  SESSION_SECRET: 'a secret of the tests, long enough to count',
  WEBHOOK_SECRET: 'another secret of the tests',
}

const shop = openTestShop({ now: () => EARLY })

const visit = (path: string) => shop.browser().visit(path)

describe('the hero', () => {
  test.each(['us', 'uk'])('%s links to the shop with PURCHASE and to the film', async (market) => {
    const page = await visit(`/${market}`)
    expect(page.texts('h1')).toEqual(['Some treasures deserve more than a drawer'])
    const button = [...page.document.querySelectorAll('main a')].find((a) => a.textContent === 'PURCHASE')
    expect(button?.getAttribute('href')).toBe(`/${market}/products`)
    expect(page.links()).toContain('#unlock')
  })

  test('has at most six falling motifs, hidden from screen readers', async () => {
    const page = await visit('/uk')
    const motifs = page.document.querySelectorAll('[aria-hidden="true"] > img[src*="motif"]')
    expect(motifs.length).toBeGreaterThan(0)
    expect(motifs.length).toBeLessThanOrEqual(6)
  })

  test('preloads one scene per screen size, in the format that is shown', async () => {
    const page = await visit('/uk')
    const scene = page.document.querySelector('picture:has(> img[fetchpriority="high"])')
    const sources = [...(scene?.querySelectorAll('source[type="image/avif"]') ?? [])]
    expect(sources.map((source) => source.getAttribute('srcset'))).toEqual([
      expect.stringContaining('hero-scene-tall'),
      expect.stringContaining('hero-scene-1600.avif'),
    ])
    const eager = page.document.querySelectorAll('main img:not([loading="lazy"])')
    expect(eager.length).toBe(1)
  })
})

describe('dates', () => {
  test('Vol. II is a pre-order before its month is over', async () => {
    const { main } = await visit('/us')
    expect(main).toContain('Pre-order, ships January 2026')
    expect(main).toContain('Pre-order from $59')
  })

  test('afterwards no past date is promised', async () => {
    const late = await createTestShop({ now: () => LATE })
    const { main } = await late.browser().visit('/us')
    await late.close()
    expect(main).toContain('Ships within 30 days of your order')
    expect(main).toContain('Order from $59')
    expect(main).not.toContain('January 2026')
  })
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
  const steps = page
    .texts('section[aria-labelledby="how-title"] h3')
    .map((text) => text.replace(/^[IV]+(?=[CTWS])/, ''))
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
  const attributes = (selector: string, name: string) =>
    [...page.document.querySelectorAll(selector)].map((element) => element.getAttribute(name))
  expect(page.title).toBe('Wizard Box: the book that opens with a magic wand, UK & EU')
  expect(attributes('link[rel="canonical"]', 'href')).toEqual(['http://shop.test/uk'])
  expect(attributes('link[rel="alternate"]', 'hreflang')).toEqual(['en-us', 'en-gb', 'x-default'])
  expect(attributes('meta[property="og:image"]', 'content')).toEqual([
    'http://shop.test/social/og-default.jpg',
  ])
})

describe('while the storefront is down', () => {
  const down = openTestShop({ env: NO_STORE, now: () => EARLY })

  test('the home page is complete, and the collection shows an error', async () => {
    const page = await down.browser().visit('/uk')
    expect(page.status).toBe(200)
    expect(page.texts('[role="alert"] h3')).toEqual(['Store Temporarily Unavailable'])
    expect(page.main).toContain("We're experiencing technical difficulties. Please check back soon!")
    expect(page.main).toContain('From £59, Gift Edition Envelope included')
    expect(page.has('Subscribe')).toBe(true)
  })

  test('the shop page shows an error with a contact link', async () => {
    const page = await down.browser().visit('/us/products')
    expect(page.status).toBe(200)
    expect(page.main).toContain('Store Temporarily Unavailable')
    expect(page.main).toContain('If the issue persists, please contact us through our contact form.')
    expect(page.links()).toContain('/us/contact')
    expect(page.has('Join the Waitlist')).toBe(true)
  })

  test('the gift page shows the figures of facts.ts', async () => {
    const page = await down.browser().visit('/uk/gift')
    expect(page.texts('section[aria-labelledby="options-title"]').join()).toContain('£98')
  })
})
