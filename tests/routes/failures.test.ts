import { afterEach, describe, expect, test, vi } from 'vitest'
import { factsOf } from '#app/models/facts.ts'
import { createLog } from '#app/services/log/log.server.ts'
import { LIST_PRICES } from '#supabase/functions/_shared/markets/figures.ts'
import { submitMagicWords } from '../support/gifts.ts'
import { MIXED, openTestShop } from '../support/test-shop.ts'
import { visitorWith } from '../support/visitor-cart.ts'

/** A store that is out of reach, beyond `tests/journeys/outage`, and a shop that crashes. */

const lines: string[] = []
const shop = openTestShop({ log: createLog('info', { write: (line) => lines.push(line) }) })

/** A storefront URL that refuses connections. */
const NO_STORE = {
  ...{ ...MIXED, STOREFRONT_API_URL: 'http://127.0.0.1:9/api/2025-07/graphql.json' },
  ...{ STOREFRONT_API_TOKEN: 'token', WEBHOOK_SECRET: 'another-secret-of-the-tests' },
  SESSION_SECRET: 'a secret of the tests, long enough to count',
}

describe('while a hosted store has never been reached', () => {
  const alone = openTestShop({ env: NO_STORE, now: () => Date.parse('2025-11-01T12:00:00Z') })

  test('the gift page and the review of a gift show the figures of the specification', async () => {
    const page = await alone.browser().visit('/uk/gift')
    const options = page.texts('section[aria-labelledby="options-title"]').join()
    expect(options).toContain(factsOf('uk').premiumSetPrice)
    const review = await submitMagicWords(alone.browser(), 'silver birch comet')
    expect(review.texts('main s').join()).toContain(`$${LIST_PRICES.gift['classic-wand']}`)
    expect(review.main).toContain(factsOf('us').premiumFromClassicPrice)
  })

  test('a cart is shown without prices and cannot check out; its checkout has a host of its own and needs scripts', async () => {
    const lines = ['gid://shopify/ProductVariant/77777777777777']
    const page = await (await visitorWith(alone, lines)).visit('/us/cart')
    const why = 'We cannot reach the price just now. Try again in a moment, or remove this line.'
    for (const words of [why, 'Price unavailable', 'Free shipping over $90', '1 item'])
      expect(page.main).toContain(words)
    expect([page.status, page.main.includes('$0.00')]).toEqual([200, false])
    expect(page.texts('button[disabled]').join()).toContain('Checkout')
    // Browsers check the final target of a form, after redirects.
    const policy = page.headers.get('Content-Security-Policy')
    expect(policy).toContain("form-action 'self' http://127.0.0.1:9")
    const notice = 'form[action="/us/checkout"] noscript'
    expect(page.texts(notice)).toEqual([expect.stringContaining('needs JavaScript')])
    expect((await (await visitorWith(shop, lines)).visit('/us/cart')).texts(notice)).toEqual([])
  })
})

describe('a crash', () => {
  const WORDS = 'Something broke on our side. Your cart is safe.'
  afterEach(() => vi.restoreAllMocks())
  const fail = () => {
    throw new RangeError('a crash of ada@example.com')
  }

  async function expectTold(response: Response, part: string): Promise<void> {
    const page = await response.text()
    const reference = response.headers.get('X-Request-Id')
    expect([response.status, response.headers.get('Cache-Control')]).toEqual([500, 'private, no-store'])
    expect(response.headers.get('Content-Security-Policy')).toContain("default-src 'none'")
    const title = '<title>Unexpected Application Error! | Wizard Box</title>'
    for (const words of [WORDS, `mention this number: ${reference}`, title, part])
      expect(page).toContain(words)
    expect(page).not.toMatch(/RangeError|a crash of|\bat \w+ \(/)
    const failures = lines.map((line) => JSON.parse(line)).filter((line) => line.err)
    expect(failures).toMatchObject([{ level: 50, requestId: reference, err: { type: 'RangeError' } }])
    expect(lines.splice(0).join('')).not.toContain('ada@')
  }

  test('of a page shows an error, with a cart or without, and it recovers when its cause is gone', async () => {
    const path = '/uk/product/vol-i-phoenix-edition'
    const { storefront } = shop.services
    const shopper = shop.browser()
    await shopper.post('/uk/cart', { intent: 'add', handle: 'magic-wand', wand: 'dragon-oak' })
    const product = (await storefront.getProduct('uk', 'vol-i-phoenix-edition')) ?? expect.fail()
    const odd = Object.defineProperty({ ...product }, 'images', { get: fail })
    vi.spyOn(storefront, 'getProduct').mockResolvedValue(odd)
    lines.length = 0
    for (const visitor of [shop, shopper]) await expectTold(await visitor.fetch(path), 'Skip to content')
    vi.restoreAllMocks()
    for (const visitor of [shop, shopper]) {
      const whole = await visitor.fetch(path)
      expect([whole.status, (await whole.text()).includes(WORDS)]).toEqual([200, false])
    }
  })

  test('of what comes before any route shows a page without scripts', async () => {
    vi.spyOn(shop.services.sessions, 'open').mockImplementation(fail)
    lines.length = 0
    const response = await shop.fetch('/us', { headers: { Cookie: 'cart=of.nobody' } })
    await expectTold(response, 'Go to the home page')
  })
})
