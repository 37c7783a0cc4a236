import { describe, expect, test } from 'vitest'
import type { Browser } from '../support/browser.ts'
import { openTestShop } from '../support/test-shop.ts'

const shop = openTestShop()

const BOX = { intent: 'add', handle: 'vol-ii-magical-you-pre-order', option: 'box-only' }
const UK_BOX = { ...BOX, handle: 'vol-ii-magical-you-pre-order-1' }

/** A visitor with a box in the cart of a market, which is the stored one. */
async function shopper(market: 'us' | 'uk' = 'us'): Promise<Browser> {
  const visitor = shop.browser()
  await visitor.post('/market', { market })
  await visitor.post(`/${market}/cart`, market === 'us' ? BOX : UK_BOX)
  return visitor
}

describe('a link with a discount code', () => {
  test('leads to the home page where it names none, and keeps the code for an empty cart', async () => {
    const visitor = shop.browser()
    const page = await visitor.visit('/discount/OWL10')
    expect(page.path).toBe('/us')
    expect(page.text).toContain('OWL10 is kept for your cart.')
    expect((await visitor.post('/us/cart', BOX)).main).toContain('$53.10')
  })

  test.each([
    ['https://evil.example/', '/us'],
    ['/\\evil.example', '/us'],
    ['/uk/products', '/us/products'],
    ['/admin', '/us/admin'],
    ['/discount/OWL10?redirect=/discount/OWL10', '/us/discount/OWL10?redirect=/discount/OWL10'],
  ])('leads to no other site, and to no other market: %s', async (target, path) => {
    const link = `/discount/OWL10?redirect=${encodeURIComponent(target)}`
    const response = await shop.browser().fetch(link)
    expect(response.status).toBe(302)
    expect((response.headers.get('Location') ?? '').replace(/(.)\/$/, '$1')).toBe(path)
  })

  test.each([
    ['a prefetch', { headers: { 'Sec-Purpose': 'prefetch;prerender', 'Sec-Fetch-Dest': 'document' } }],
    ['a picture', { headers: { 'Sec-Fetch-Dest': 'image' } }],
    ['a check', { method: 'HEAD' }],
  ])('changes nothing for %s', async (_, init) => {
    const visitor = await shopper()
    const response = await visitor.fetch('/discount/OWL10', init)
    expect(response.headers.getSetCookie()).toEqual([])
    expect((await visitor.visit('/us/cart')).main).not.toContain('$53.10')
  })

  test('is read as a typed code is, and never cached; nothing but the code in the cart is changed', async () => {
    const visitor = await shopper()
    const response = await visitor.fetch('/discount/%E2%80%9COWL10%E2%80%9D?redirect=/cart')
    expect(response.headers.get('Cache-Control')).toBe('private, no-store')
    const names = response.headers.getSetCookie().map((line) => line.split('=')[0])
    expect(names.sort()).toEqual(['cart', 'flash'])
    const cart = await visitor.visit('/us/cart')
    for (const words of ['1 item', '$53.10']) expect(cart.main).toContain(words)
  })

  test('leaves a cart of the other store alone', async () => {
    const visitor = await shopper('uk')
    visitor.cookies.set('selected_market', 'us')
    const page = await visitor.visit('/discount/OWL10?redirect=/products')
    expect(page.path).toBe('/us/products')
    expect(page.text).toContain('That discount code was not added.')
    expect((await visitor.visit('/uk/cart')).main).toContain('1 item')
  })
})
