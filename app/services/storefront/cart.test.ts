import { beforeEach, describe, expect, it, vi } from 'vitest'
import { emptyCart } from '#app/models/cart.ts'
import { createTestStore, openStorefront, type TestStore, variantId } from '#tests/support/embedded-store.ts'
import { silentLog } from '#tests/support/silent-log.ts'
import { UpstreamError } from '../upstream/upstream-error.server.ts'
import type { Storefront } from './storefront.server.ts'

const API_ELSEWHERE = { url: 'https://api.elsewhere.test/api/2025-07/graphql.json' }

let shop: TestStore
let storefront: Storefront
beforeEach(() => {
  shop = createTestStore()
  storefront = openStorefront(shop).storefront
})

const line = { variantId: variantId(4, 1), quantity: 2 }
const cart = {
  ...emptyCart('uk'),
  lines: [{ ...line, edition: 'Ember' as const }],
  shippingCountry: 'FR',
  discountCode: 'OWL10',
  giftDiscountCode: 'NOPE',
}

describe('a remote cart', () => {
  it('has its lines and codes, and tells the effect of each code', async () => {
    const remote = await storefront.createCart(cart)
    expect(remote).toMatchObject({
      lines: [line],
      discounts: [
        { code: 'OWL10', state: 'applied', amount: { amount: '6.80', currencyCode: 'GBP' }, reason: null },
        { code: 'NOPE', state: 'unknown', amount: null, reason: null },
      ],
    })
    expect(await storefront.hasCart(remote.id)).toBe(true)
    expect(await storefront.hasCart('gid://shopify/Cart/none')).toBe(false)
  })
})

describe('opening the checkout', () => {
  it('returns the URL with channel, country, currency and the visitor’s own discount code', async () => {
    const url = new URL((await storefront.openCheckout(cart)).url)
    expect(url.origin).toBe('http://shop.test')
    expect(Object.fromEntries(url.searchParams)).toMatchObject({
      key: expect.any(String),
      channel: 'online_store',
      country: 'FR',
      currency: 'GBP',
      discount: 'OWL10',
    })
  })

  it('accepts a URL on the store’s primary domain, which it requests from the store', async () => {
    const api = openStorefront(shop, API_ELSEWHERE).storefront
    await api.openCheckout(cart)
    expect(api.checkoutOrigins()).toEqual(['https://api.elsewhere.test', 'http://shop.test'])
  })

  it('learns a primary domain that was not known at the start before a checkout is opened', async () => {
    let time = 0
    const api = openStorefront(shop, { ...API_ELSEWHERE, now: () => time }).storefront
    shop.store.faults.inject({ kind: 'status', status: 400 })
    await api.warmUp()
    shop.store.faults.clear()
    const known = ['https://api.elsewhere.test']
    expect(api.checkoutOrigins()).toEqual(known)
    time += 5_000
    api.checkoutOrigins()
    await vi.waitFor(() => expect(api.checkoutOrigins()).toEqual([...known, 'http://shop.test']))
  })

  it.each(['https://shop.test.evil.test/cart', 'http://shop.test@evil.test/', 'javascript:alert(1)', ''])(
    'refuses the URL "%s"',
    async (checkoutUrl) => {
      const remote = { id: 'c', checkoutUrl, lines: { edges: [] } }
      const body = { data: { cartCreate: { cart: remote, userErrors: [] } } }
      shop.store.faults.inject({ match: /cartCreate/, kind: 'status', status: 200, body })
      await expect(storefront.openCheckout(cart)).rejects.toBeInstanceOf(UpstreamError)
    },
  )

  it('refuses a URL of any other origin, and logs a failure to read the primary domain', async () => {
    const warn = vi.fn()
    const api = openStorefront(shop, { ...API_ELSEWHERE, log: { ...silentLog, warn } }).storefront
    shop.store.faults.inject({ match: /GetShop/, kind: 'status', status: 400 })
    await expect(api.openCheckout(cart)).rejects.toBeInstanceOf(UpstreamError)
    const err = expect.objectContaining({ operation: 'GetShop', status: 400 })
    expect(warn.mock.calls).toEqual([[{ err }, 'primary domain of the store not learned']])
  })

  it.each([
    [
      'Nothing left',
      { cart: null, userErrors: [{ field: ['input'], message: 'Nothing left', code: 'INVALID' }] },
    ],
    [
      'No checkout URL returned',
      { cart: { id: 'c', checkoutUrl: null, lines: { edges: [] } }, userErrors: [] },
    ],
  ])('fails with what the store says: %s', async (message, cartCreate) => {
    shop.store.faults.inject({ kind: 'status', status: 200, body: { data: { cartCreate } } })
    await expect(storefront.openCheckout(cart)).rejects.toMatchObject({ cause: { message } })
  })
})

describe('checking discount codes', () => {
  it('returns one result per code, with one request a minute', async () => {
    const [first] = await Promise.all([
      storefront.checkDiscountCodes(cart),
      storefront.checkDiscountCodes(cart),
    ])
    expect(first.map(({ code, state }) => [code, state])).toEqual([
      ['OWL10', 'applied'],
      ['NOPE', 'unknown'],
    ])
    expect(shop.store.faults.calls()).toBe(1)
  })
})
