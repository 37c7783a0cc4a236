import { createHash } from 'node:crypto'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { factsOf } from '#app/models/facts.ts'
import { createLog } from '#app/services/log/log.server.ts'
import { LIST_PRICES } from '#supabase/functions/_shared/markets/figures.ts'
import { submitMagicWords } from '../support/gifts.ts'
import { form, MIXED, openTestShop } from '../support/test-shop.ts'
import { visitorWith } from '../support/visitor-cart.ts'

/** A store that is out of reach, beyond `tests/journeys/outage`, and a shop that crashes. */

const lines: string[] = []
const shop = openTestShop({ log: createLog('info', { write: (line) => lines.push(line) }) })

const API = '/api/2025-07/graphql.json'
/** A storefront URL that refuses connections. */
const NO_STORE = {
  ...MIXED,
  STOREFRONT_API_URL: `http://127.0.0.1:9${API}`,
  STOREFRONT_API_TOKEN: 'token',
  SESSION_SECRET: 'a secret of the tests, long enough to count',
  WEBHOOK_SECRET: 'another-secret-of-the-tests',
}

describe('while a hosted store has never been reached', () => {
  const alone = openTestShop({ env: NO_STORE, now: () => Date.parse('2025-11-01T12:00:00Z') })

  test('the gift page and the review of a gift show the figures of the specification', async () => {
    const page = await alone.browser().visit('/uk/gift')
    expect(page.texts('section[aria-labelledby="options-title"]').join()).toContain(
      factsOf('uk').premiumSetPrice,
    )
    const visitor = alone.browser()
    const review = await submitMagicWords(visitor, 'silver birch comet')
    expect(review.texts('main s').join()).toContain(`$${LIST_PRICES.gift['classic-wand']}`)
    expect(review.main).toContain(factsOf('us').premiumFromClassicPrice)
    const refused = await visitor.submit(review, 'Add Gift to Cart')
    expect(refused.path).toBe('/us/redeem/review')
    expect(refused.text).toContain('Error processing redemption')
    expect((await alone.fetch('/sitemap.xml')).headers.get('Cache-Control')).toBe('no-store')
  })

  test('a cart is shown without prices and cannot check out; its checkout has a host of its own and needs scripts', async () => {
    const lines = ['gid://shopify/ProductVariant/77777777777777']
    const page = await (await visitorWith(alone, lines)).visit('/us/cart')
    expect(page.status).toBe(200)
    const why = 'We cannot reach the price just now. Try again in a moment, or remove this line.'
    for (const words of [why, 'Price unavailable', 'Free shipping over $90', '1 item', 'Something you chose'])
      expect(page.main).toContain(words)
    expect(page.main).not.toContain('$0.00')
    expect(page.texts('button[disabled]').join()).toContain('Checkout')
    // Browsers check the final target of a form, after redirects.
    const policy = page.headers.get('Content-Security-Policy')
    expect(policy).toContain("form-action 'self' http://127.0.0.1:9")
    const notice = 'form[action="/us/checkout"] noscript'
    expect(page.texts(notice)).toEqual([
      'The checkout that opens next belongs to our storefront host and needs JavaScript. Your cart will wait.',
    ])
    expect((await (await visitorWith(shop, lines)).visit('/us/cart')).texts(notice)).toEqual([])
  })
})

describe('a crash', () => {
  const WORDS = 'Something broke on our side. Your cart is safe.'
  const WHOLE = 'Skip to content'
  const mended: (() => unknown)[] = []
  const mend = () => {
    for (const restore of mended.splice(0)) restore()
  }
  afterEach(mend)

  const fail = () => {
    throw new RangeError('a crash of ada@example.com')
  }

  /** Makes a function that the shop uses throw, for the duration of a test. */
  function crash<T extends object>(thing: T, name: keyof T & string, descriptor: PropertyDescriptor): void {
    const before = Object.getOwnPropertyDescriptor(thing, name)
    Object.defineProperty(thing, name, { ...descriptor, configurable: true })
    mended.push(() => before && Object.defineProperty(thing, name, before))
    lines.length = 0
  }

  async function expectTold(response: Response, part: string): Promise<string> {
    const page = await response.text()
    const reference = response.headers.get('X-Request-Id')
    expect([response.status, response.headers.get('Cache-Control')]).toEqual([500, 'private, no-store'])
    expect(response.headers.get('Content-Type')).toBe('text/html; charset=utf-8')
    expect(response.headers.get('Content-Security-Policy')).toContain("default-src 'none'")
    expect(response.headers.get('X-Content-Type-Options')).toBe('nosniff')
    expect(response.headers.get('Speculation-Rules')).toBeNull()
    const title = '<title>Unexpected Application Error! | Wizard Box</title>'
    for (const words of [WORDS, `mention this number: ${reference}`, title, part])
      expect(page).toContain(words)
    expect(page).not.toMatch(/RangeError|a crash of|\bat \w+ \(/)
    expectLogged(reference)
    return page
  }

  function expectLogged(reference: string | null): void {
    const failures = lines.map((line) => JSON.parse(line)).filter((line) => line.err)
    expect(failures).toMatchObject([{ level: 50, requestId: reference, err: { type: 'RangeError' } }])
    expect(lines.join('')).not.toContain('ada@')
    lines.length = 0
  }

  test('of a page shows an error, with a cart or without, and it recovers when its cause is gone', async () => {
    const path = '/uk/product/vol-i-phoenix-edition'
    const { storefront } = shop.services
    const shopper = shop.browser()
    await shopper.post('/uk/cart', { intent: 'add', handle: 'magic-wand', wand: 'dragon-oak' })
    const product = await storefront.getProduct('uk', 'vol-i-phoenix-edition')
    const odd = Object.defineProperty({ ...product }, 'images', { get: fail })
    crash(storefront, 'getProduct', { value: async () => odd })
    for (const _ of ['first', 'again'])
      for (const visitor of [shop, shopper]) await expectTold(await visitor.fetch(path), WHOLE)
    mend()
    for (const visitor of [shop, shopper]) {
      const whole = await visitor.fetch(path)
      expect([whole.status, (await whole.text()).includes(WORDS)]).toEqual([200, false])
    }
  })

  const crashLayout = (descriptor: PropertyDescriptor) =>
    crash(shop.services.config, 'mainHost', { ...descriptor, enumerable: true })
  const crashHome = () => crash(shop.services.geo, 'country', { value: fail })

  test.each<[what: string, crashed: () => void, path: string, init?: RequestInit, part?: string]>([
    ['the root layout', () => crashLayout({ value: { toString: fail } }), '/us/about'],
    [
      'the root layout after a form',
      () => crashLayout({ value: { toString: fail } }),
      '/us/contact',
      form({}),
    ],
    ['a route without a page', crashHome, '/'],
    [
      'what comes before any route',
      () => crash(shop.services.sessions, 'open', { value: fail }),
      '/us',
      { headers: { Cookie: 'cart=of.nobody' } },
      'Go to the home page',
    ],
  ])('of %s shows an error page without the part that failed', async (_, crashed, path, init, part) => {
    shop.pages.clear()
    crashed()
    await expectTold(await shop.fetch(path, init), part ?? WHOLE)
  })

  test.each<[crashed: () => void, path: string, headers: Record<string, string>, type: RegExp]>([
    [crashHome, '/', { Accept: 'application/json' }, /./],
    [() => crashLayout({ get: fail }), '/us/about.data', {}, /text\/x-script/],
  ])('is told to programs in their own way, and never kept (%#)', async (crashed, path, headers, type) => {
    shop.pages.clear()
    crashed()
    const answer = await shop.fetch(path, { headers })
    expect([answer.status, answer.headers.get('Cache-Control')]).toEqual([500, 'private, no-store'])
    expect(answer.headers.get('Content-Type')).toMatch(type)
    expect(await answer.text()).not.toContain('a crash of')
    expectLogged(answer.headers.get('X-Request-Id'))
    mend()
    expect((await shop.fetch(path, { headers, redirect: 'manual' })).status).toBeLessThan(400)
  })

  test('of the error page itself gets a static last-resort page', async () => {
    const { getFullYear } = Date.prototype
    const year = vi.spyOn(Date.prototype, 'getFullYear').mockImplementation(function (this: Date) {
      return new Error().stack?.includes('SmallPrint') ? fail() : getFullYear.call(this)
    })
    mended.push(() => year.mockRestore())
    lines.length = 0
    const response = await shop.fetch('/us', { method: 'PUT' })
    const policy = response.headers.get('Content-Security-Policy')
    const page = await expectTold(response, 'Go to the home page')
    expect(page).not.toContain('<script')
    const style = /<style>(.*)<\/style>/.exec(page)?.[1] ?? ''
    const hash = createHash('sha256').update(style).digest('base64')
    expect(policy).toContain(`style-src 'self' 'sha256-${hash}'`)
  })
})
