import { beforeEach, describe, expect, it, vi } from 'vitest'
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

const ELDER = variantId(4, 1)
const line = { merchandiseId: ELDER, quantity: 2, attributes: [{ key: 'Edition', value: 'Ember' }] }
const input = { market: 'uk', country: 'FR', lines: [line], discountCodes: ['OWL10', 'NOPE'] } as const

describe('a remote cart', () => {
  it('has its lines and codes, and tells the effect of each code', async () => {
    const reply = await storefront.createCart(input)
    expect(reply).toMatchObject({
      ok: true,
      value: {
        lines: [line],
        discounts: [
          { code: 'OWL10', state: 'applied', amount: { amount: '6.80', currencyCode: 'GBP' }, reason: null },
          { code: 'NOPE', state: 'unknown', amount: null, reason: null },
        ],
      },
    })
    if (!reply.ok) throw new Error('refused')
    expect(await storefront.getCart('uk', reply.value.id)).toMatchObject({
      id: reply.value.id,
      lines: [line],
    })
  })
})

describe('opening the checkout', () => {
  it('returns the URL with channel, country, currency and the visitor’s own discount code', async () => {
    const reply = await storefront.openCheckout(input, 'OWL10')
    if (!reply.ok) throw new Error(reply.error)
    const url = new URL(reply.value.url)
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
    expect(await api.openCheckout(input, 'OWL10')).toMatchObject({ ok: true })
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
      const cart = { id: 'c', checkoutUrl, lines: { edges: [] } }
      const body = { data: { cartCreate: { cart, userErrors: [] } } }
      shop.store.faults.inject({ match: /cartCreate/, kind: 'status', status: 200, body })
      expect((await storefront.openCheckout(input, 'OWL10')).ok).toBe(false)
    },
  )

  it('refuses a URL of any other origin, and logs a failure to read the primary domain', async () => {
    const warn = vi.fn()
    const api = openStorefront(shop, { ...API_ELSEWHERE, log: { ...silentLog, warn } }).storefront
    shop.store.faults.inject({ match: /GetShop/, kind: 'status', status: 400 })
    expect(await api.openCheckout(input, 'OWL10')).toEqual({
      ok: false,
      error: 'foreign-checkout-url',
      messages: [],
    })
    const err = expect.objectContaining({ operation: 'GetShop', status: 400 })
    expect(warn.mock.calls).toEqual([[{ err }, 'primary domain of the store not learned']])
  })

  it('returns user errors, and throws during an outage', async () => {
    const userErrors = [{ field: ['input'], message: 'Nothing left', code: 'INVALID' }]
    const body = { data: { cartCreate: { cart: null, userErrors, warnings: [] } } }
    shop.store.faults.inject({ kind: 'status', status: 200, body, times: 1 })
    expect(await storefront.openCheckout(input, 'OWL10')).toEqual({
      ok: false,
      error: 'refused',
      messages: ['Nothing left'],
    })
    shop.store.faults.inject({ kind: 'unreachable' })
    await expect(storefront.openCheckout(input, 'OWL10')).rejects.toBeInstanceOf(UpstreamError)
  })
})

describe('checking discount codes', () => {
  it('returns one result per code, with one request a minute', async () => {
    const [first] = await Promise.all([
      storefront.checkDiscountCodes(input),
      storefront.checkDiscountCodes(input),
    ])
    expect(first.map(({ code, state }) => [code, state])).toEqual([
      ['OWL10', 'applied'],
      ['NOPE', 'unknown'],
    ])
    expect(shop.store.faults.calls()).toBe(1)
    expect(await storefront.checkDiscountCodes({ ...input, discountCodes: [] })).toEqual([])
  })
})
