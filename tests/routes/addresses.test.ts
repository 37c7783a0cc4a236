import { describe, expect, test } from 'vitest'
import type { Browser } from '../support/browser.ts'
import { openTestShop } from '../support/test-shop.ts'

/** Where addresses lead, which store a visitor is in, and what becomes of the cart. See `tests/journeys/stores`. */

const shop = openTestShop()
const locationOf = async (path: string, init?: RequestInit) => {
  const response = await shop.fetch(shop.origin + path, init)
  return [response.status, response.headers.get('Location')]
}

describe('addresses that people type', () => {
  // All spellings are in models/pages.
  test.each([
    ['//evil.example/', 308, '/evil.example'],
    ['//PRODUCTS?a=1', 302, '/uk/products?a=1'],
    ['/uk/product/wizard-box?flag&q=a%20b~!*()', 301, '/uk/product/vol-i-phoenix-edition?flag&q=a%20b~!*()'],
  ])('%s redirects once (%i), to %s', async (typed, status, address) => {
    const headers = { Cookie: 'selected_market=uk' }
    expect(await locationOf(typed, { headers })).toEqual([status, address])
  })

  test('the splash is told the country of a visitor, which no proxy keeps for others', async () => {
    const headers = { Accept: 'application/json', 'CF-IPCountry': 'GB' }
    const response = await shop.fetch('/market', { headers })
    expect(await response.json()).toEqual({ market: 'uk', country: 'GB' })
    expect(response.headers.get('Cache-Control')).toMatch(/^private/)
  })
})

describe('switching stores', () => {
  const ADD = { intent: 'add', handle: 'magic-wand', wand: 'dragon-oak' }
  const EMPTIED = 'You changed store, so your cart of the United States store was emptied.'

  /** A visitor with a wand in the cart of the US store. */
  async function shopper(): Promise<Browser> {
    const visitor = shop.browser()
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

  test('back to the store of the cart keeps the cart', async () => {
    const visitor = await shopper()
    visitor.cookies.set('selected_market', 'us')
    const page = await visitor.visit('/uk/product/magic-wand')
    const home = await visitor.submit(page, 'Go to the United States store')
    expect([home.path, home.html.includes('Cart, 1 item')]).toEqual(['/us', true])
  })
})

describe('a link with a discount code', () => {
  test.each([
    ['https://evil.example/', '/us'],
    ['/uk/products', '/us/products'],
  ])('leads to no other site, and to no other market: %s', async (target, path) => {
    const [status, location] = await locationOf(`/discount/OWL10?redirect=${encodeURIComponent(target)}`)
    expect([status, String(location).replace(/(.)\/$/, '$1')]).toEqual([302, path])
  })

  test.each([
    ['a prefetch', { headers: { 'Sec-Purpose': 'prefetch;prerender', 'Sec-Fetch-Dest': 'document' } }],
    ['a picture', { headers: { 'Sec-Fetch-Dest': 'image' } }],
    ['a check', { method: 'HEAD' }],
  ])('changes nothing for %s', async (_, init) => {
    expect((await shop.fetch('/discount/OWL10', init)).headers.getSetCookie()).toEqual([])
  })
})
