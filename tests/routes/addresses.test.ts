import { describe, expect, test } from 'vitest'
import { openTestShop } from '../support/test-shop.ts'

/** Where addresses lead, which store a visitor is in, and what becomes of the cart, beyond `tests/journeys/stores`. */

const shop = openTestShop()
const locationOf = async (path: string, init?: RequestInit) => {
  const response = await shop.fetch(path, init)
  return [response.status, response.headers.get('Location')]
}

// All spellings are in models/pages.
test.each([
  ['//evil.example/', 308, '/evil.example'],
  ['//PRODUCTS?a=1', 302, '/uk/products?a=1'],
  ['/uk/product/wizard-box?flag&q=a%20b~!*()', 301, '/uk/product/vol-i-phoenix-edition?flag&q=a%20b~!*()'],
  ['/discount/OWL10?redirect=https%3A%2F%2Fevil.example%2F', 302, '/uk'],
  ['/discount/OWL10?redirect=%2Fus%2Fproducts', 302, '/uk/products'],
])('%s redirects once (%i), to %s', async (typed, status, address) => {
  const headers = { Cookie: 'selected_market=uk' }
  expect(await locationOf(shop.origin + typed, { headers })).toEqual([status, address])
})

test('the splash is told the country of a visitor, which no proxy keeps for others', async () => {
  const response = await shop.fetch('/market', {
    headers: { Accept: 'application/json', 'CF-IPCountry': 'GB' },
  })
  expect(await response.json()).toEqual({ market: 'uk', country: 'GB' })
  expect(response.headers.get('Cache-Control')).toMatch(/^private/)
})

test.each([
  ['a prefetch', { headers: { 'Sec-Purpose': 'prefetch;prerender', 'Sec-Fetch-Dest': 'document' } }],
  ['a picture', { headers: { 'Sec-Fetch-Dest': 'image' } }],
  ['a check', { method: 'HEAD' }],
])('a link with a discount code changes nothing for %s', async (_, init) => {
  expect((await shop.fetch('/discount/OWL10', init)).headers.getSetCookie()).toEqual([])
})

describe('with a cart of the US store', () => {
  const ADD = { intent: 'add', handle: 'magic-wand', wand: 'dragon-oak' }
  const EMPTIED = 'You changed store, so your cart of the United States store was emptied.'
  const shopper = async () => {
    const visitor = shop.browser()
    await visitor.post('/us/cart', ADD)
    return visitor
  }

  test('viewing the UK store keeps it; adding an item there says that it was emptied, once', async () => {
    const visitor = await shopper()
    await visitor.visit('/uk/product/magic-wand')
    expect((await visitor.visit('/us/cart')).main).toContain('1 item')
    const page = await visitor.post('/uk/cart', ADD)
    for (const words of ['Added to cart!', EMPTIED]) expect(page.text).toContain(words)
    expect((await visitor.post('/uk/cart', ADD)).text).not.toContain(EMPTIED)
  })

  test('back to the US store keeps it', async () => {
    const visitor = await shopper()
    visitor.cookies.set('selected_market', 'us')
    const page = await visitor.visit('/uk/product/magic-wand')
    const home = await visitor.submit(page, 'Go to the United States store')
    expect([home.path, home.html.includes('Cart, 1 item')]).toEqual(['/us', true])
  })
})
