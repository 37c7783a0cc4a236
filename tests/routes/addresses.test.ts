import { describe, expect, test } from 'vitest'
import { LIST_PRICES } from '#supabase/functions/_shared/markets/figures.ts'
import type { Browser } from '../support/browser.ts'
import { openTestShop } from '../support/test-shop.ts'
import { changeCart } from '../support/visitor-cart.ts'

/** Where addresses lead, which store a visitor is in, and what becomes of the cart. See `tests/journeys/stores`. */

const shop = openTestShop()
const locationOf = async (path: string, init?: RequestInit) => {
  const response = await shop.fetch(shop.origin + path, init)
  return [response.status, response.headers.get('Location')]
}

describe('addresses that people type', () => {
  // All spellings are in models/pages.
  test.each([
    ['/UK', 308, '/uk'],
    ['//evil.example/', 308, '/evil.example'],
    ['/admin/', 308, '/admin'],
    ['//PRODUCTS?a=1', 302, '/uk/products?a=1'],
    ['/uk/product/wizard-box?flag&q=a%20b~!*()', 301, '/uk/product/vol-i-phoenix-edition?flag&q=a%20b~!*()'],
  ])('%s redirects once (%i), to %s', async (typed, status, address) => {
    const headers = { Cookie: 'selected_market=uk' }
    expect(await locationOf(typed, { headers })).toEqual([status, address])
  })

  test('a moved product redirects within the shop to a clean URL', async () => {
    const path = '/uk/product/vol-ii-magical-you-pre-order.data?option=box-only'
    const data = await (await shop.fetch(`${path}&_routes=routes%2Fmarket%2Fproduct`)).text()
    expect(data).toContain('"/uk/product/vol-ii-magical-you-pre-order-1?option=box-only"')
  })

  test.each([
    ['GB', 'uk', 'GB'],
    ['XX', 'uk', null],
  ])('a page gets the country %s and its store, for an hour', async (header, market, country) => {
    const headers = { Accept: 'application/json', 'CF-IPCountry': header }
    const response = await shop.fetch('/market', { headers })
    expect(await response.json()).toEqual({ market, country })
    expect(response.headers.get('Cache-Control')).toBe('private, max-age=3600')
    expect(response.headers.get('Vary')).toMatch(/\bAccept(?!-)/)
    expect(response.headers.getSetCookie()).toEqual([])
  })
})

describe('switching stores', () => {
  const ADD = { intent: 'add', handle: 'magic-wand', wand: 'dragon-oak' }
  const EMPTIED = 'You changed store, so your cart of the United States store was emptied.'

  /** A visitor with a wand in the cart of the US store. */
  async function shopper(stored?: string): Promise<Browser> {
    const visitor = shop.browser()
    if (stored) visitor.cookies.set('selected_market', stored)
    await visitor.post('/us/cart', ADD)
    return visitor
  }

  test('by adding an item there says that the first cart was emptied, once; viewing keeps it', async () => {
    const visitor = await shopper()
    await visitor.visit('/uk/product/magic-wand')
    expect((await visitor.visit('/us/cart')).main).toContain('1 item')
    const page = await visitor.post('/uk/cart', ADD)
    for (const words of ['Added to cart!', EMPTIED]) expect(page.text).toContain(words)
    expect((await visitor.post('/uk/cart', ADD)).text).not.toContain(EMPTIED)
  })

  test.each([
    ['/uk/product/magic-wand', 'Go to the United States store'],
    ['/uk/faq', /^United States/],
  ])('back to the store of the cart, from %s by %s, keeps the cart', async (from, button) => {
    const visitor = await shopper('us')
    const page = await visitor.visit(from)
    expect(page.text).not.toContain('Changing store empties this one.')
    const home = await visitor.submit(page, button)
    expect([home.path, home.html.includes('Cart, 1 item')]).toEqual(['/us', true])
    expect(home.text).toContain('You are in the United States store.')
    expect(home.text).not.toContain('starts empty')
  })

  test('away from the cart announces its loss, before and after', async () => {
    const visitor = await shopper('uk')
    const page = await visitor.visit('/us/faq')
    const warning = 'Carts stay in their own store. Changing store empties this one.'
    for (const place of ['aside[aria-label="Your store"]', 'header details'])
      expect(page.texts(place).join()).toContain(warning)
    const home = await visitor.submit(page, 'Go to the United Kingdom store')
    expect(home.text).toContain('You changed store, so your cart starts empty.')
    // Else its script would bring the cart of either store back from the copy in the browser.
    for (const id of ['us', 'uk'] as const) {
      const read = await (await visitor.fetch(`/${id}/cart/changes`)).json()
      expect([read.hadCart, read.cart.itemCount]).toEqual([true, 0])
    }
  })

  test('with an empty cart does not report it as emptied', async () => {
    const visitor = shop.browser()
    await visitor.post('/uk/cart', { intent: 'set-country', country: 'FR' })
    expect(visitor.cookies.has('cart')).toBe(true)
    const home = await visitor.submit(await visitor.visit('/uk'), /^United States/)
    expect(home.text).toContain('You are in the United States store. Your cart starts empty here.')
    expect(home.text).not.toContain('You changed store')
  })

  test('by a change of script tells it in its reply', async () => {
    const visitor = await shopper()
    const change = (fields: Record<string, string>) => changeCart(visitor, fields, 'uk')
    // As in a tab that still shows the cart from before.
    expect((await change({ intent: 'remove-discount' })).toasts).toEqual([])
    expect((await change({ intent: 'add', handle: 'nothing' })).ok).toBe(false)
    expect((await visitor.visit('/us/cart')).main).toContain('1 item')
    expect((await change(ADD)).toasts.at(-1)).toMatchObject({ text: EMPTIED })
    const again = await change({ ...ADD, idempotencyKey: 'another press' })
    expect(again.toasts).toMatchObject([{ title: 'Added to cart!' }])
  })
})

describe('a link with a discount code', () => {
  const WHOLE = `$${LIST_PRICES.boxOnly}`
  /** By the ten percent of OWL10. */
  const LESS = `$${(0.9 * LIST_PRICES.boxOnly).toFixed(2)}`
  const BOX = { intent: 'add', handle: 'vol-ii-magical-you-pre-order', option: 'box-only' }

  async function shopper(): Promise<Browser> {
    const visitor = shop.browser()
    visitor.cookies.set('selected_market', 'us')
    await visitor.post('/us/cart', BOX)
    return visitor
  }

  test('leads to the home page where it names none, and keeps the code for an empty cart', async () => {
    const visitor = shop.browser()
    const page = await visitor.visit('/discount/OWL10')
    expect([page.path, page.text.includes('OWL10 is kept for your cart.')]).toEqual(['/us', true])
    expect((await visitor.post('/us/cart', BOX)).main).toContain(LESS)
  })

  test.each([
    ['%E2%80%9COWL10%E2%80%9D', LESS],
    ['X'.repeat(300), WHOLE],
    ['amber%20lantern%20owl', WHOLE],
  ])('is read as a typed code is: %s', async (code, total) => {
    const visitor = await shopper()
    const answer = await visitor.fetch(`/discount/${code}?redirect=/cart`)
    expect(answer.headers.get('Cache-Control')).toBe('private, no-store')
    const names = answer.headers.getSetCookie().map((line) => line.split('=')[0])
    expect(['cart', 'flash']).toEqual(expect.arrayContaining(names))
    expect(answer.headers.get('Location')).toBe('/us/cart')
    const { main } = await visitor.visit('/us/cart')
    for (const words of ['1 item', total]) expect(main).toContain(words)
  })

  test.each([
    ['https://evil.example/', '/us'],
    ['/uk/products', '/us/products'],
    ['/discount/OWL10?redirect=/discount/OWL10', '/us/discount/OWL10?redirect=/discount/OWL10'],
  ])('leads to no other site, and to no other market: %s', async (target, path) => {
    const [status, location] = await locationOf(`/discount/OWL10?redirect=${encodeURIComponent(target)}`)
    expect([status, String(location).replace(/(.)\/$/, '$1')]).toEqual([302, path])
  })

  test.each([
    ['a prefetch', { headers: { 'Sec-Purpose': 'prefetch;prerender', 'Sec-Fetch-Dest': 'document' } }],
    ['a picture', { headers: { 'Sec-Fetch-Dest': 'image' } }],
    ['a check', { method: 'HEAD' }],
  ])('changes nothing for %s', async (_, init) => {
    const visitor = await shopper()
    expect((await visitor.fetch('/discount/OWL10', init)).headers.getSetCookie()).toEqual([])
    expect((await visitor.visit('/us/cart')).main).not.toContain(LESS)
  })

  test('leaves a cart of the other store alone', async () => {
    const visitor = await shopper()
    visitor.cookies.set('selected_market', 'uk')
    const page = await visitor.visit('/discount/OWL10?redirect=/products')
    expect([page.path, page.text.includes('was not added.')]).toEqual(['/uk/products', true])
    expect((await visitor.visit('/us/cart')).main).toContain('1 item')
  })
})
