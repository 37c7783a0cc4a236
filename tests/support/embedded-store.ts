import { onTestFinished } from 'vitest'
import { createStorefront, type StorefrontOptions } from '#app/services/storefront/storefront.server.ts'
import type { EmbeddedStoreOptions } from '#embedded/shopify/settings.ts'
import { createEmbeddedStore } from '#embedded/shopify/store.server.ts'
import { silentLog } from './silent-log.ts'

type Store = ReturnType<typeof createEmbeddedStore>

/** A buyer who fills in the whole form of the checkout, in any country. */
export const BUYER = {
  name: 'Ada Fairweather',
  email: 'ada@example.com',
  address: '4 Keyhole Row',
  city: 'Ludlow',
  province: 'MA',
  zip: 'SY8 0ZZ',
}

const CREATE_CART = `mutation ($input: CartInput) { cartCreate(input: $input) {
  cart { id checkoutUrl discountCodes { code applicable } } userErrors { message } warnings { code } } }`

type Line = {
  readonly merchandiseId: string
  readonly quantity?: number
  readonly attributes?: readonly { readonly key: string; readonly value: string }[]
}

export function totalIn(checkout: string): string {
  return /name="total" value="(\d+)"/.exec(checkout)?.[1] ?? ''
}

/** What a shop, an owner and a buyer do with a store. */
export function clientOf(store: Store) {
  const client =
    (url: string, send: typeof fetch) =>
    async (query: string, variables: object = {}) => {
      const headers = { 'Content-Type': 'application/json', 'X-Shopify-Access-Token': store.adminToken }
      const response = await send(url, {
        method: 'POST',
        headers,
        body: JSON.stringify({ query, variables }),
      })
      const { data, errors = [] } = await response.json()
      return { status: response.status, data, errors }
    }
  const storefront = client(store.storefrontUrl, store.storefrontFetch)

  /** Opens a page of the checkout, from an address that is not limited when it is null. */
  async function visit(url: string, init?: RequestInit, ip: string | null = null) {
    const response = await store.handle(new Request(url, init), ip)
    if (!response) throw new Error('not a checkout')
    return { response, body: await response.text() }
  }

  return {
    storefront,
    admin: client(store.adminUrl, store.adminFetch),
    async createCart(lines: readonly Line[], { country = 'GB', codes = [] as readonly string[] } = {}) {
      const input = { lines, discountCodes: codes, buyerIdentity: { countryCode: country } }
      const { data } = await storefront(CREATE_CART, { input })
      if (data.cartCreate.userErrors.length > 0) throw new Error(JSON.stringify(data.cartCreate.userErrors))
      return { ...data.cartCreate.cart, warnings: data.cartCreate.warnings }
    },
    visit,
    /** Opens a checkout and submits its form. */
    async order(url: string, fields: Record<string, string> = {}, ip: string | null = null) {
      const { body } = await visit(url, undefined, ip)
      const form = new URLSearchParams({ ...BUYER, total: totalIn(body), ...fields })
      return visit(url, { method: 'POST', body: form }, ip)
    },
  }
}

/** A standalone embedded store, with an adjustable clock and the webhooks it has sent. */
export function createTestStore(options: Partial<EmbeddedStoreOptions> = {}) {
  const clock = { at: Date.parse('2025-11-20T12:00:00Z') }
  const webhooks: Request[] = []
  const store = createEmbeddedStore({
    adminToken: 'secret-admin-token',
    webhookSecret: 'secret-of-webhooks',
    dataDir: ':memory:',
    publicOrigin: () => 'http://shop.test',
    deliverWebhook: async (request) => {
      webhooks.push(request)
      return new Response(null)
    },
    log: silentLog,
    now: () => clock.at,
    ...options,
  })
  // One webhook for an order, so that tests can count.
  const address = 'http://shop.test/webhooks/orders-paid'
  store.settings.subscriptions = [{ id: '1', topic: 'ORDERS_PAID', address }]
  return {
    store,
    clock,
    ...clientOf(store),
    /** All webhooks so far, with those that wait. */
    async sent(): Promise<readonly Request[]> {
      await store.deliverWebhooks()
      return webhooks
    },
  }
}

export type TestStore = ReturnType<typeof createTestStore>

/** A store that is closed at the end of the test. */
export function openTestStore(options?: Partial<EmbeddedStoreOptions>): TestStore {
  const opened = createTestStore(options)
  onTestFinished(() => opened.store.close())
  return opened
}

/** Global id of a variant of the initial catalogue, by product and position, both counted from 1. */
export function variantId(product: number, place: number): string {
  return `gid://shopify/ProductVariant/465100000${String(product).padStart(2, '0')}${String(place).padStart(3, '0')}`
}

/** The shop's storefront on a store, and how often it has called it. */
export function openStorefront({ store }: TestStore, options: Partial<StorefrontOptions> = {}) {
  const before = store.faults.calls()
  const storefront = createStorefront({
    url: store.storefrontUrl,
    token: store.storefrontToken,
    fetch: store.storefrontFetch,
    log: silentLog,
    ...options,
  })
  return { storefront, calls: () => store.faults.calls() - before }
}
