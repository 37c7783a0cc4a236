import { describe, expect, onTestFinished, test } from 'vitest'
import { submitMagicWords } from '../support/gifts.ts'
import { serve } from '../support/loopback.ts'
import { createTestShop, MIXED, openTestShop } from '../support/test-shop.ts'
import { visitorWith } from '../support/visitor-cart.ts'

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
  const shop = openTestShop({ env: NO_STORE, now: () => Date.parse('2025-11-01T12:00:00Z') })

  test('the gift page shows the figures of facts.ts', async () => {
    const page = await shop.browser().visit('/uk/gift')
    expect(page.texts('section[aria-labelledby="options-title"]').join()).toContain('£98')
  })

  test('the review of a gift shows the figures of the specification, and adds nothing', async () => {
    const visitor = shop.browser()
    const review = await submitMagicWords(visitor, 'silver birch comet')
    expect(review.texts('main s').join()).toContain('$85')
    expect(review.main).toContain('$15')
    const refused = await visitor.submit(review, 'Add Gift to Cart')
    expect([refused.path, refused.text.includes('Error processing redemption')]).toEqual([
      '/us/redeem/review',
      true,
    ])
  })

  test('a cart is shown without prices and cannot check out', async () => {
    const visitor = await visitorWith(shop, ['gid://shopify/ProductVariant/77777777777777'])
    const page = await visitor.visit('/us/cart')
    expect(page.status).toBe(200)
    for (const words of ['Price unavailable', '1 item', 'Something you chose'])
      expect(page.main).toContain(words)
    expect(page.main).not.toContain('$0.00')
    expect(page.texts('button[disabled]').join()).toContain('Checkout')
  })
})

test('the checkout on a host of its own is an allowed form target, and the cart says that it needs scripts', async () => {
  const [hosted, embedded] = [await createTestShop({ env: NO_STORE }), await createTestShop()]
  const cartOf = async (shop: typeof hosted) => {
    const visitor = await visitorWith(shop, ['gid://shopify/ProductVariant/7'])
    const page = await visitor.visit('/us/cart')
    return {
      toasts: page.texts('form[action="/us/checkout"] noscript'),
      // Browsers check the final target of a form, after redirects.
      forms: /form-action ([^;]*)/.exec(page.headers.get('Content-Security-Policy') ?? '')?.[1],
    }
  }
  expect(await cartOf(hosted)).toEqual({
    toasts: [
      'The checkout that opens next belongs to our storefront host and needs JavaScript. Your cart will wait.',
    ],
    forms: "'self' http://127.0.0.1:9",
  })
  expect((await cartOf(embedded)).toasts).toEqual([])
  await Promise.all([hosted.close(), embedded.close()])
})

test('a product that cannot be read affects only what depends on it', async () => {
  const shop = await createTestShop()
  shop.embedded.store?.faults.inject({ match: /magic-wand-collectors-set/, kind: 'unreachable' })
  const page = await shop.browser().visit('/us/product/magic-wand')
  await shop.close()
  expect(page.status).toBe(200)
  expect(page.texts('form button[aria-label^="Add to Cart"]')).toHaveLength(5)
  expect(page.main).toContain('A bundle saves you $13 to $30.')
})

describe('an outage', () => {
  const DOWN = 'Store Temporarily Unavailable'
  const shop = openTestShop()
  let isUp = false

  test('ends with the first request after it', async () => {
    const upstream = await serve(async (request) => {
      if (!isUp) return new Response(null, { status: 503 })
      const init = { method: 'POST', headers: { 'Content-Type': 'application/json' } }
      const asked = new Request(`${shop.origin}/embedded/storefront${API}`, {
        ...init,
        body: await request.text(),
      })
      return shop.handle(asked, { address: '127.0.0.1' })
    })
    onTestFinished(upstream.close)
    let now = Date.now()
    const env = { ...NO_STORE, STOREFRONT_API_URL: upstream.origin + API }
    const hosted = await createTestShop({ env, now: () => now })
    await hosted.warm
    for (const path of ['/us', '/us/products']) {
      const down = await hosted.fetch(path)
      expect(await down.text()).toContain(DOWN)
      expect(down.headers.get('Cache-Control')).not.toContain('public')
    }
    expect((await hosted.fetch('/sitemap.xml')).headers.get('Cache-Control')).toBe('no-store')
    isUp = true
    now += 10_000
    for (const path of ['/us', '/us/products']) {
      const up = await hosted.fetch(path)
      expect(await up.text()).not.toContain(DOWN)
      expect(up.headers.get('Cache-Control')).toContain('public')
    }
    await hosted.close()
  })
})
