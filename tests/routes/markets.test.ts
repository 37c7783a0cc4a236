import { describe, expect, test } from 'vitest'
import { openTestShop } from '../support/test-shop.ts'
import { changeCart } from '../support/visitor-cart.ts'

const shop = openTestShop()

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
})

describe('switching stores', () => {
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
    // Else its script would bring the cart of either store back from the copy in the browser.
    for (const id of ['us', 'uk'] as const) {
      const read = await (await browser.fetch(`/${id}/cart/changes`)).json()
      expect([read.hadCart, read.cart.itemCount]).toEqual([true, 0])
    }
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
    expect((await change({ intent: 'remove-discount' })).toasts).toEqual([])
    expect((await change({ intent: 'add', handle: 'nothing' })).ok).toBe(false)
    expect((await browser.visit('/us/cart')).main).toContain('1 item')
    expect((await change(ADD)).toasts.at(-1)).toMatchObject({ text: EMPTIED })
    const again = await change({ ...ADD, idempotencyKey: 'another press' })
    expect(again.toasts).toMatchObject([{ title: 'Added to cart!' }])
  })
})
