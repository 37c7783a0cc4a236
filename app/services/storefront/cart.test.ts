import { beforeEach, expect, test, vi } from 'vitest'
import { emptyCart } from '#app/models/cart.ts'
import { createTestStore, openStorefront, type TestStore, variantId } from '#tests/support/embedded-store.ts'
import { silentLog } from '#tests/support/silent-log.ts'
import { watchMissing } from '../fresh/fresh-cache.server.ts'
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

const remoteAt = (checkoutUrl: string | null) => ({
  cart: { id: 'c', checkoutUrl, lines: { edges: [] } },
  userErrors: [],
})
function tellOnCreate(cartCreate: object): void {
  shop.store.faults.inject({
    match: /cartCreate/,
    kind: 'status',
    status: 200,
    body: { data: { cartCreate } },
  })
}

test('a remote cart has its lines and codes, and tells the effect of each code', async () => {
  const remote = await storefront.createCart(cart)
  const discounts = [
    { code: 'OWL10', state: 'applied', amount: { amount: '6.80', currencyCode: 'GBP' } },
    { code: 'NOPE', state: 'unknown', amount: null },
  ]
  expect(remote).toMatchObject({ lines: [line], discounts })
  expect(await storefront.hasCart(remote.id)).toBe(true)
  expect(await storefront.hasCart('gid://shopify/Cart/none')).toBe(false)
  const before = shop.store.faults.calls()
  const checked = await Promise.all([1, 2].map(() => storefront.checkDiscountCodes(cart)))
  expect(checked).toEqual([discounts, discounts])
  expect(shop.store.faults.calls() - before, 'one request a minute').toBe(1)
})

test.each([
  ['DISCOUNT_NOT_FOUND', 'unknown'],
  ['DISCOUNT_USAGE_LIMIT_REACHED', 'used'],
  ['DISCOUNT_NO_ENTITLED_LINE_ITEMS', 'no-item'],
  ['DISCOUNT_PURCHASE_NOT_IN_RANGE', 'refused'],
])('a code of which the store says %s is %s', async (code, state) => {
  const refused = { ...remoteAt('http://shop.test/c'), warnings: [{ code }] }
  const wire = { ...refused.cart, discountCodes: [{ code: 'OWL10', applicable: false }] }
  tellOnCreate({ ...refused, cart: wire })
  expect((await storefront.createCart(cart)).discounts).toEqual([{ code: 'OWL10', state, amount: null }])
})

test('the checkout’s URL has channel, country, currency and the visitor’s own discount code', async () => {
  const url = new URL((await storefront.openCheckout(cart)).url)
  expect(url.origin).toBe('http://shop.test')
  expect(Object.fromEntries(url.searchParams)).toMatchObject({
    key: expect.any(String),
    channel: 'online_store',
    country: 'FR',
    currency: 'GBP',
    discount: 'OWL10',
  })
  expect(url.search, 'never that of a gift').not.toContain('NOPE')
})

test('a checkout on the store’s primary domain is opened, which is asked for when it was not known at the start', async () => {
  let time = 0
  const api = openStorefront(shop, { ...API_ELSEWHERE, now: () => time }).storefront
  shop.store.faults.inject({ kind: 'status', status: 400 })
  await api.warmUp()
  shop.store.faults.clear()
  const [known, both] = [['https://api.elsewhere.test'], ['https://api.elsewhere.test', 'http://shop.test']]
  expect(api.checkoutOrigins()).toEqual(known)
  time += 5_000
  api.checkoutOrigins()
  await vi.waitFor(() => expect(api.checkoutOrigins()).toEqual(both))
  const other = openStorefront(shop, API_ELSEWHERE).storefront
  await other.openCheckout(cart)
  expect(other.checkoutOrigins()).toEqual(both)
})

test('the checkout refuses a URL of any other origin, and logs a failure to read the primary domain, without which a page is complete', async () => {
  const warn = vi.fn()
  const api = openStorefront(shop, { ...API_ELSEWHERE, log: { ...silentLog, warn } }).storefront
  shop.store.faults.inject({ match: /GetShop/, kind: 'status', status: 400 })
  await expect(api.openCheckout(cart)).rejects.toBeInstanceOf(UpstreamError)
  const err = expect.objectContaining({ operation: 'GetShop', status: 400 })
  expect(warn.mock.calls).toEqual([[{ err }, 'no primary domain to serve']])
  const { isComplete } = await watchMissing(async () => {
    api.checkoutOrigins()
    await new Promise((resolve) => setImmediate(resolve))
  })
  expect(isComplete).toBe(true)
})

const invalid = { field: ['input'], message: 'Nothing left', code: 'INVALID' }

test.each([
  ['Nothing left', { cart: null, userErrors: [invalid] }],
  ['No checkout URL returned', remoteAt(null)],
  ['No checkout URL returned', remoteAt('')],
  ['The checkout URL is not of the store', remoteAt('https://shop.test.evil.test/cart')],
  ['The checkout URL is not of the store', remoteAt('http://shop.test@evil.test/')],
  ['The checkout URL is not of the store', remoteAt('javascript:alert(1)')],
])('a checkout that the store does not give fails: %s (case %#)', async (message, cartCreate) => {
  tellOnCreate(cartCreate)
  const refused = storefront.openCheckout(cart)
  await expect(refused).rejects.toBeInstanceOf(UpstreamError)
  await expect(refused).rejects.toMatchObject({ cause: { message } })
})
