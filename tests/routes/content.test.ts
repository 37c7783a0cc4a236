import { describe, expect, test } from 'vitest'
import { COMPANY } from '#app/models/company.ts'
import { MARKET_IDS } from '#app/models/market.ts'
import { HANDLES } from '#app/models/product.ts'
import { envelopeBy, formatDay, type Parcel, shippingOf, ships } from '#app/models/shipping-dates.ts'
import type { Page } from '../support/browser.ts'
import { silentLog } from '../support/silent-log.ts'
import { openTestShop } from '../support/test-shop.ts'

const EARLY = Date.parse('2025-11-01T12:00:00Z')
const LATE = Date.parse('2026-06-01T12:00:00Z')
const warnings: unknown[] = []
const log = { ...silentLog, warn: (...args: unknown[]) => void warnings.push(args) }

const shop = openTestShop({ now: () => EARLY, log })

const visit = (path: string) => shop.browser().visit(path)

const PAGES = [
  '',
  '/products',
  '/products?filter=merch',
  '/about',
  '/faq',
  '/press',
  '/gift',
  '/gift-download',
  '/privacy-policy',
  '/terms-and-conditions',
]
const BOTH = PAGES.flatMap((path) => [`/us${path}`, `/uk${path}`])

/** Validation errors of headings, ids and references. */
function faults(page: Page): string[] {
  const { document } = page
  const ids = [...document.querySelectorAll('[id]')].map((element) => element.id)
  const twice = ids.filter((id, index) => ids.indexOf(id) !== index)
  const references = ['aria-labelledby', 'aria-describedby', 'for'].flatMap((name) =>
    [...document.querySelectorAll(`[${name}]`)].flatMap((e) => (e.getAttribute(name) ?? '').split(/\s+/)),
  )
  const anchors = page.links('body').flatMap((link) => /^#(.+)$/.exec(link)?.[1] ?? [])
  const levels = [...document.querySelectorAll('main :is(h1, h2, h3, h4)')].map((h) => Number(h.tagName[1]))
  const jumps = levels.filter((level, index) => level > (levels[index - 1] ?? 0) + 1)
  return [
    ...twice.map((id) => `id twice: ${id}`),
    ...[...references, ...anchors]
      .filter((id) => id && !ids.includes(id))
      .map((id) => `leads nowhere: ${id}`),
    ...jumps.map((level) => `heading jumps to ${level}`),
    ...(levels.filter((level) => level === 1).length === 1 ? [] : ['not one h1']),
  ]
}

test.each([
  ['us', 'vol-ii-magical-you-pre-order'],
  ['uk', 'vol-i-phoenix-edition'],
])('the workshop appears once in the %s store, and Vol. I where it is sold', async (market, book) => {
  const paths = ['', '/products', '/about', '/gift', '/press', '/product/magic-wand', `/product/${book}`]
  const pages = await Promise.all(paths.map((path) => visit(`/${market}${path}`)))
  const pictures = pages
    .flatMap((page) => page.attributes('main source', 'srcset'))
    .flatMap((source) => /story-scene|vol1-\w+/.exec(source)?.[0] ?? [])
  expect(pictures.filter((name) => name === 'story-scene')).toHaveLength(1)
  expect(pictures.some((name) => name.startsWith('vol1'))).toBe(market === 'uk')
})

describe('every page', () => {
  test.each([
    ['/uk', 'og-default'],
    ['/us/product/vol-ii-magical-you-pre-order', 'og-vol-2'],
    ['/uk/product/vol-i-phoenix-edition', 'og-vol-1'],
  ])('%s is shared with the card %s', async (path, card) => {
    const shared = (await visit(path)).attributes('meta[property="og:image"]', 'content')
    expect(shared).toEqual([`${shop.origin}/social/${card}.jpg`])
  })

  test.each(BOTH)('%s is valid, with its own title and description', async (path) => {
    const page = await visit(path)
    expect(page.status).toBe(200)
    expect(faults(page)).toEqual([])
    expect(page.main).not.toMatch(/\{\w+\}|\[[a-z]|undefined|NaN/)
    expect(page.attributes('meta[name="description"]', 'content').join().length).toBeGreaterThan(40)
    // The money of its market alone.
    expect(page.main).not.toContain(path.startsWith('/us') ? '£' : '$')
  })
})

/** What a sentence says is sent; of a page, where it does not say. */
const PARCELS: readonly (readonly [Parcel, RegExp])[] = [
  ['vol-1', /Vol\. I\b(?!I)|Phoenix/],
  ['envelope', /envelope|untracked/i],
  ['wand', /\bwands?\b/i],
  ['merch', /merch|printed (?:to|after)/i],
  ['no-wrapping', /without wrapping|no wrapping|no magic words|the address of this order/i],
  ['gift-edition', /Vol\. II|\bbox\b|redeem|follows/i],
]
const OF_PAGE: readonly (readonly [RegExp, Parcel])[] = [
  [/phoenix-edition/, 'vol-1'],
  [/magic-wand/, 'wand'],
  [/tote|mug/, 'merch'],
  [/./, 'gift-edition'],
]
const TIMES =
  /(?:within|from|in)? ?(?:\d+(?:–\d+| to \d+)?(?: business)? days(?: of (?:your order|being redeemed))?|(?:\d{1,2}(?:–\d{1,2})? )?(?:January|November|December)(?: \d{1,2}(?:–\d{1,2})?,)? \d{4})/gi

/** The sentences of a page that say when something ships, each with the times in it. */
function promisesOf(page: Page): { sentence: string; times: string[] }[] {
  return page
    .texts('main :is(tr, dl > div, p, li, h1, h2, h3, [data-card], [data-wrapping])')
    .flatMap((text) => text.split(/(?<=[.;])(?<!Vol\.)\s+/))
    .filter((sentence) => /\bships?\b|posted|follows|\btracked|printed to order/i.test(sentence))
    .filter(
      (sentence) =>
        !/delivery (?:then )?takes|refund|send it back|return it|^After that date/i.test(sentence),
    )
    .map((sentence) => ({
      sentence,
      times: [...sentence.matchAll(TIMES)].map(([time]) => time.trim().replace(/^in /i, '')),
    }))
}

describe.each([EARLY, Date.parse('2026-01-05T12:00:00Z'), LATE])('at %s', (now) => {
  const dated = openTestShop({ now: () => now })

  test.each(
    MARKET_IDS.flatMap((market) => {
      const volumes = ['vol-i-phoenix-edition', HANDLES.vol2[market]].slice(market === 'uk' ? 0 : 1)
      const products = [...volumes, 'magic-wand', 'magic-wand-collectors-set', 'keyhole-tote']
      return [...PAGES, '/waitlist', '/redeem', ...products.map((handle) => `/product/${handle}`)].map(
        (path) => [market, path] as const,
      )
    }),
  )('/%s%s promises no time of shipping that the model does not give', async (market, path) => {
    const shipping = shippingOf(COMPANY, market, now)
    const page = await dated.browser().visit(`/${market}${path}`)
    for (const { sentence, times } of promisesOf(page)) {
      const named = PARCELS.filter(([, words]) => words.test(sentence)).map(([parcel]) => parcel)
      const [, ofPage = 'gift-edition' as const] = OF_PAGE.find(([address]) => address.test(path)) ?? []
      const given = (named.length > 0 ? named : [ofPage]).map((parcel) => ships(shipping, parcel))
      if (named.includes('envelope')) given.push(formatDay(envelopeBy(shipping), market))
      for (const time of times)
        expect(given.join(' | ').toLowerCase(), `${time}: ${sentence}`).toContain(time.toLowerCase())
    }
    if (now === LATE)
      expect(page.main).not.toMatch(
        /January 2026|December 1|December 2025|from 15 November|Christmas|pre-order/i,
      )
  })
})

describe('FAQ', () => {
  test('has four categories, with one details element per question', async () => {
    const page = await visit('/uk/faq')
    expect(page.texts('main h2').slice(0, 4)).toEqual([
      'About',
      'Orders & Shipping',
      'Returns & Exchanges',
      'Product Care',
    ])
    const questions = page.document.querySelectorAll('main details')
    expect(questions.length).toBeGreaterThan(30)
    // Of those with the same name one is open at a time.
    for (const question of questions)
      expect(question.getAttribute('name')).toBe(`faq-${question.closest('section')?.id}`)
    expect(page.links()).toContain('/uk/contact')
  })

  test('each answer has an anchor inside its details element, which the browser opens', async () => {
    const page = await visit('/us/faq')
    for (const question of page.document.querySelectorAll('main details')) {
      expect(question.hasAttribute('id')).toBe(false)
      expect(question.querySelector('summary + div')?.id).toMatch(/^q-[a-z0-9-]+$/)
    }
  })

  test('matches its structured data', async () => {
    const page = await visit('/us/faq')
    const { mainEntity } = JSON.parse(page.texts('script[type="application/ld+json"]')[0] ?? '{}')
    expect(mainEntity.map((entry: { name: string }) => entry.name)).toEqual(page.texts('main details h3'))
    for (const { acceptedAnswer } of mainEntity) expect(page.main).toContain(acceptedAnswer.text.slice(0, 25))
  })

  test('shows live upgrade prices', async () => {
    expect((await visit('/us/faq')).main).toContain('for $26.00 or a Premium Wand for $41')
  })
})

describe('press', () => {
  test('has the facts and three mailto links with prepared text', async () => {
    const page = await visit('/uk/press')
    expect(page.texts('section[aria-labelledby="facts-title"] > div > dl > div')).toEqual([
      'Founded2025',
      'First editionPhoenix',
      'Units200',
    ])
    const mails = page.links().flatMap((link) => (/^mailto:.*\?subject=/.test(link) ? [new URL(link)] : []))
    expect(mails.map((mail) => mail.searchParams.get('subject'))).toEqual([
      'Press kit request: brand assets',
      'Press kit request: press release',
      'Press kit request: product images',
    ])
    expect(mails[0]?.searchParams.get('body')).toContain('please send me the Wizard Box brand assets')
  })
})

test('home, the list and every product lead to giving', async () => {
  const products = ['vol-ii-magical-you-pre-order', 'magic-wand', 'magic-wand-collectors-set', 'keyhole-tote']
  for (const path of ['', '/products', ...products.map((handle) => `/product/${handle}`)])
    expect((await visit(`/us${path}`)).links('main'), path).toContain('/us/gift')
  expect((await visit('/us')).links('section[aria-labelledby="giving-title"]')).toEqual([
    '/us/gift',
    '/us/redeem',
  ])
})

describe('gift', () => {
  test('is sealed for Christmas before the day', async () => {
    const page = await visit('/us/gift')
    expect(page.texts('h1')).toEqual(['Something sealed for Christmas morning'])
    expect(page.main).toContain('December 1–18, 2025')
  })

  test('has three options with live prices, which link to the Vol. II page with the option', async () => {
    const page = await visit('/us/gift')
    expect(page.texts('section[aria-labelledby="options-title"] h3')).toEqual([
      'Wizard Box only',
      'Complete Set with Classic Wand',
      'Complete Set with Premium Wand',
    ])
    const handle = '/us/product/vol-ii-magical-you-pre-order'
    expect(page.links('section[aria-labelledby="options-title"] li')).toEqual(
      ['box-only', 'classic-wand', 'premium-wand'].map((o) => `${handle}?option=${o}&wrapping=gift-edition`),
    )
    expect(page.main).toContain('MOST POPULAR')
  })

  test('has a gallery of three pictures and the film, seven parts and a link to redeem', async () => {
    const page = await visit('/uk/gift')
    expect(page.texts('section[aria-labelledby="gallery-title"] ul > li')).toHaveLength(4)
    expect(page.texts('section[aria-labelledby="seven-title"] li')).toHaveLength(7)
    expect(page.links()).toContain('/uk/redeem')
    expect(page.links()).toContain('/uk/gift-download')
    const letter = 'main a[target="_blank"][href="/uk/gift-download/letter.pdf"]'
    expect(page.texts(letter)).toEqual(['Download the letter (PDF)'])
  })

  test('the letter opens in a new tab', async () => {
    const page = await visit('/uk/gift-download')
    const letter = 'main a[target="_blank"][href="/uk/gift-download/letter.pdf"]'
    expect(page.texts(letter)).toContain('Download the letter (PDF)')
  })
})

describe('terms', () => {
  test('are numbered, with a table of contents that links to each section', async () => {
    const page = await visit('/uk/terms-and-conditions')
    expect(page.links('nav[aria-labelledby="contents"]').length).toBe(20)
    for (const id of ['returns', 'cancel', 'withdrawal', 'safety', 'cancellation-form'])
      expect(page.document.getElementById(id), id).not.toBeNull()
  })

  test('uk contains the model withdrawal form and both legal guarantees', async () => {
    const { main } = await visit('/uk/terms-and-conditions')
    expect(main).toContain('hereby give notice that I/We (*) cancel/withdraw')
    expect(main).toContain('at least two years from delivery')
  })

  test('us describes its own store', async () => {
    const { main } = await visit('/us/terms-and-conditions')
    expect(main).toContain('This form is for orders from the United Kingdom store.')
    expect(main).toContain('Sales tax is added at checkout')
    expect(main).not.toContain('Final sale')
  })

  test('the privacy policy names every cookie a shopper gets', async () => {
    const names = (await visit('/us/privacy-policy')).texts('th code')
    for (const name of ['cart', 'flash', 'redeem', 'selected_market', 'wizard-box-cart', 'cookieConsent'])
      expect(names).toContain(name)
  })
})

test.each(['/us/product/magic-wand', '/us/terms-and-conditions'])(
  '%s breaks no line in a range',
  async (path) => {
    expect((await visit(path)).texts('main .whitespace-nowrap').join()).toMatch(/\d–\d/)
  },
)

test('an unknown path gets a not-found page, and is logged', async () => {
  const page = await visit('/uk/no/such/door')
  expect(page.status).toBe(404)
  expect(page.texts('h1')).toEqual(['Oops! Page not found'])
  expect(page.title).toBe('Page not found | Wizard Box UK & EU')
  expect(page.attributes('head [name=robots]', 'content')).toEqual(['noindex'])
  expect((await visit('/no-such-door')).title).toBe('Page not found | Wizard Box US')
  expect(page.links()).toContain('/uk')
  expect(JSON.stringify(warnings)).toContain('/uk/no/such/door')
})
