import { describe, expect, test } from 'vitest'
import { form, openTestShop } from '../support/test-shop.ts'
import { changeCart } from '../support/visitor-cart.ts'

const shop = openTestShop()

const PAGES = [
  '/products',
  '/product/magic-wand',
  '/about',
  '/faq',
  '/contact',
  '/press',
  '/gift',
  '/privacy-policy',
  '/terms-and-conditions',
  '/redeem',
  '/redeem/review',
  '/redeem/success',
  '/waitlist',
  '/subscribe',
  '/unsubscribe',
  '/gift-download',
  '/cart',
]

describe('addresses that people type', () => {
  test.each([
    ['/UK', '/uk'],
    ['/US/products?filter=wands', '/us/products?filter=wands'],
    ['/us//Product/Magic-Wand/?a=%20b&c', '/us/product/magic-wand?a=%20b&c'],
    ['/us/', '/us'],
    ['//evil.example/', '/evil.example'],
    ['/admin/', '/admin'],
  ])('%s redirects to %s', async (typed, address) => {
    const response = await shop.fetch(shop.origin + typed)
    expect([response.status, response.headers.get('Location')]).toEqual([308, address])
  })

  test.each(['/Products', '/products/', '//PRODUCTS'])(
    '%s redirects once, with its market',
    async (typed) => {
      const response = await shop.fetch(`${shop.origin}${typed}?a=1`, {
        headers: { Cookie: 'selected_market=uk' },
      })
      expect([response.status, response.headers.get('Location')]).toEqual([302, '/uk/products?a=1'])
    },
  )

  test('more than 16 KB of cookies get a page that says so, and no more of the shop', async () => {
    const response = await shop.fetch('/us', { headers: { Cookie: `foreign=${'x'.repeat(16_400)}` } })
    expect([response.status, response.headers.get('Cache-Control')]).toEqual([431, 'private, no-store'])
    expect(await response.text()).toContain('<h1>Too many cookies</h1>')
    expect((await shop.fetch('/us', { headers: { Cookie: `foreign=${'x'.repeat(16_300)}` } })).status).toBe(
      200,
    )
  })
})

describe('URLs without a market', () => {
  test.each(PAGES)('%s redirects to the same page of the us store, or of the stored one', async (path) => {
    const first = await shop.fetch(`${path}?a=1&b=%C3%A9`)
    expect([first.status, first.headers.get('Location')]).toEqual([302, `/us${path}?a=1&b=%C3%A9`])
    const stored = await shop.fetch(path, { headers: { Cookie: 'selected_market=uk' } })
    expect(stored.headers.get('Location')).toBe(`/uk${path}`)
  })

  test.each([
    ['/', '/uk'],
    ['/faq', '/us/faq'],
    ['/product/wizard-box', '/us/product/wizard-box'],
    ['/uk/product/wizard-box', '/uk/product/vol-i-phoenix-edition'],
  ])('%s passes its query on unchanged to %s', async (path, place) => {
    const response = await shop.fetch(`${path}?flag&q=a%20b~!*()`)
    expect(response.headers.get('Location')).toBe(`${place}?flag&q=a%20b~!*()`)
  })

  test('a moved product redirects within the shop to a clean URL', async () => {
    const path = '/uk/product/vol-ii-magical-you-pre-order.data'
    const moved = await shop.fetch(
      `${path}?option=box-only&_routes=routes%2Fmarket%2Fproduct%2Fvol-ii-magical-you-pre-order`,
    )
    const data = await moved.text()
    expect(data).toContain('"/uk/product/vol-ii-magical-you-pre-order-1?option=box-only"')
  })

  test.each([
    ['US', '/us'],
    ['FR', '/uk'],
    ['XX', '/uk'],
  ])('/ from %s opens %s and stores it', async (country, home) => {
    const response = await shop.fetch('/', { headers: { 'CF-IPCountry': country } })
    expect(response.headers.get('Location')).toBe(home)
    expect(response.headers.getSetCookie().join()).toContain(`selected_market=${home.slice(1)}`)
  })

  test('/ from Canada says that the us store does not ship there', async () => {
    const page = await shop.browser({ 'CF-IPCountry': 'CA' }).visit('/')
    expect(page.path).toBe('/us')
    expect(page.text).toContain('so not to Canada yet. You are welcome to look around.')
  })

  test('/ resolves the country of a public address', async () => {
    const response = await shop.handle(new Request(`${shop.origin}/`), { address: '8.8.8.8' })
    expect(response.headers.get('Location')).toBe('/us')
  })

  test.each([
    ['GB', 'uk'],
    ['CA', 'us'],
    ['XX', 'uk'],
  ])('a page gets the country %s and its store', async (country, market) => {
    const headers = { Accept: 'application/json', 'CF-IPCountry': country }
    const response = await shop.fetch('/market', { headers })
    expect(await response.json()).toEqual({ market, country: country === 'XX' ? null : country })
    // Cached for an hour, also if the country is unknown.
    expect(response.headers.get('Cache-Control')).toBe('private, max-age=3600')
    expect(response.headers.get('Vary')).toMatch(/\bAccept(?!-)/)
    expect(response.headers.getSetCookie()).toEqual([])
  })

  test('a stored market takes precedence over the country, an invalid cookie is ignored', async () => {
    const stored = await shop.fetch('/', { headers: { Cookie: 'selected_market=us', 'CF-IPCountry': 'GB' } })
    expect(stored.headers.get('Location')).toBe('/us')
    const junk = await shop.fetch('/?q=1', {
      headers: { Cookie: 'selected_market=zz', 'CF-IPCountry': 'GB' },
    })
    expect(junk.headers.get('Location')).toBe('/uk?q=1')
  })
})

describe('URLs with a market', () => {
  test.each([
    ['us', 'en-US'],
    ['uk', 'en-GB'],
  ])('/%s has lang %s and is never redirected', async (market, lang) => {
    const page = await shop.browser().visit(`/${market}`)
    expect(page.status).toBe(200)
    expect(page.attributes('meta[property="og:locale"]', 'content')).toEqual([lang.replace('-', '_')])
    expect(page.trail).toEqual([])
    expect(page.attributes('html', 'lang')).toEqual([lang])
  })

  test.each(['/nope', '/de/checkout', '/uk/a/b/c', '/us/product'])('%s is not found', async (path) => {
    const page = await shop.browser().visit(path)
    expect(page.status).toBe(404)
    expect(page.text).toContain('Oops! Page not found')
    expect(page.links('body').some((href) => href === '/us' || href === '/uk')).toBe(true)
  })

  test.each(['/de/products', '/us/nope'])('%s shows the cart and pending notices', async (path) => {
    const visitor = shop.browser()
    visitor.cookies.set('cookieConsent', 'dismissed')
    await visitor.post('/us/cart', { intent: 'add', handle: 'magic-wand', wand: 'dragon-oak' })
    await visitor.fetch('/market', form({ market: 'us' }))
    const page = await visitor.visit(path)
    expect(page.status).toBe(404)
    expect(page.html).toContain('Cart, 1 item')
    expect(page.text).toContain('You are in the United States store.')
    expect(page.text).not.toContain('We use cookies')
    expect((await shop.fetch(path)).headers.getSetCookie()).toEqual([])
    expect(await (await shop.fetch(path)).text()).toContain('Cart, 0 items')
  })
})

describe('switching stores', () => {
  test('the switcher stores the choice, empties the cart and opens the other home page', async () => {
    const browser = shop.browser()
    await browser.visit('/us')
    browser.cookies.set('cart', 'whatever')
    const page = await browser.post('/market', { market: 'uk' })
    expect(page.path).toBe('/uk')
    expect(browser.cookies.get('selected_market')).toBe('uk')
    expect(browser.cookies.has('cart')).toBe(false)
  })

  test('confirming the current store keeps page and cart, a gift too', async () => {
    const browser = shop.browser()
    await browser.post('/us/cart', ADD)
    const page = await browser.visit('/us/faq')
    const confirmed = await browser.submit(page, /^United States/)
    expect(confirmed.path).toBe('/us/faq')
    expect(confirmed.text).not.toContain('You changed store')
    expect((await browser.visit('/us/cart')).main).toContain('1 item')
  })

  const ADD = { intent: 'add', handle: 'magic-wand', wand: 'dragon-oak' }
  const EMPTIED = 'You changed store, so your cart of the United States store was emptied.'

  test('adding an item in the other store reports that the first cart was emptied', async () => {
    const browser = shop.browser()
    expect((await browser.post('/us/cart', ADD)).text).not.toContain('was emptied')
    await browser.visit('/uk/product/magic-wand')
    expect((await browser.visit('/us/cart')).main).toContain('1 item')
    const page = await browser.post('/uk/cart', ADD)
    expect(page.text).toContain('Added to cart!')
    expect(page.text).toContain(EMPTIED)
    expect((await browser.post('/uk/cart', ADD)).text).not.toContain(EMPTIED)
  })

  test('viewing the other store keeps the cart', async () => {
    const browser = shop.browser()
    browser.cookies.set('selected_market', 'uk')
    await browser.post('/uk/cart', { ...ADD, wand: 'dragon-yew' })
    for (const [from, button] of [
      ['/us/product/magic-wand', 'Go to the United Kingdom store'],
      ['/us/faq', /^United Kingdom/],
    ] as const) {
      const page = await browser.visit(from)
      expect(page.text).not.toContain('Changing store empties this one.')
      const home = await browser.submit(page, button)
      expect(home.path).toBe('/uk')
      expect(home.html).toContain('Cart, 1 item')
      expect(home.text).toContain('You are in the United Kingdom store.')
      expect(home.text).not.toContain('starts empty')
      expect((await browser.visit('/uk/cart')).main).toContain('Dragon & Yew')
    }
  })

  test('leaving the store of the cart announces its loss, before and after', async () => {
    const browser = shop.browser()
    browser.cookies.set('selected_market', 'uk')
    await browser.post('/us/cart', ADD)
    const page = await browser.visit('/us/faq')
    const warning = 'Carts stay in their own store. Changing store empties this one.'
    expect(page.texts('aside[aria-label="Your store"]').join()).toContain(warning)
    expect(page.texts('header details').join()).toContain(warning)
    const home = await browser.submit(page, 'Go to the United Kingdom store')
    expect(home.text).toContain('You changed store, so your cart starts empty.')
    expect(browser.cookies.has('cart')).toBe(false)
  })

  test('an empty cart is not reported as emptied', async () => {
    const browser = shop.browser()
    await browser.post('/uk/cart', { intent: 'set-country', country: 'FR' })
    expect(browser.cookies.has('cart')).toBe(true)
    const home = await browser.submit(await browser.visit('/uk'), /^United States/)
    expect(home.text).toContain('You are in the United States store. Your cart starts empty here.')
    expect(home.text).not.toContain('You changed store')
  })

  test('a client-side change reports it in its response', async () => {
    const browser = shop.browser()
    await browser.post('/us/cart', ADD)
    const change = (fields: Record<string, string>) => changeCart(browser, fields, 'uk')
    // As in a tab that still shows the cart from before.
    expect((await change({ intent: 'remove-discount' })).notices).toEqual([])
    expect((await change({ intent: 'add', handle: 'nothing' })).ok).toBe(false)
    expect((await browser.visit('/us/cart')).main).toContain('1 item')
    expect((await change(ADD)).notices.at(-1)).toMatchObject({ text: EMPTIED })
    const again = await change({ ...ADD, idempotencyKey: 'another press' })
    expect(again.notices).toMatchObject([{ title: 'Added to cart!' }])
  })

  test('answering the cookie notice keeps the page and its full URL', async () => {
    const visitor = shop.browser()
    const path = '/us/products?filter=wands&utm_source=owl'
    const page = await visitor.submit(await visitor.visit(path), 'Accept')
    expect(page.path).toBe(path)
    expect(visitor.cookies.get('cookieConsent')).toBe('accepted')
  })

  test('an unknown market is rejected', async () => {
    expect((await shop.browser().post('/market', { market: 'de' })).status).toBe(400)
    expect((await shop.browser().post('/market', {})).status).toBe(400)
  })

  test('a visitor with a different stored store gets one notice, no redirect', async () => {
    const browser = shop.browser()
    browser.cookies.set('selected_market', 'uk')
    const page = await browser.visit('/us')
    expect(page.trail).toEqual([])
    expect(page.text).toContain('You are in the United States store, which ships to the US only.')
  })
})
