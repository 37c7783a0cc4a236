import { createStorefront, type StorefrontOptions } from '../../app/services/storefront/storefront.server.ts'
import { createEmbeddedStore, type EmbeddedStoreOptions } from '../../embedded/storefront/store.server.ts'

export const QUIET = { warn() {}, error() {} }
export const STORE_SECRETS = {
  storefrontToken: 'public-storefront-token',
  adminToken: 'secret-admin-token',
  webhookSecret: 'secret-of-webhooks',
}

export type GraphQLReply = {
  readonly status: number
  // biome-ignore lint/suspicious/noExplicitAny: only tests read these responses
  readonly data: any
  readonly errors: readonly { readonly message: string; readonly extensions?: { readonly code?: string } }[]
}

/** A standalone embedded store, with an adjustable clock and the webhooks it has sent. */
export function createTestStore(options: Partial<EmbeddedStoreOptions> = {}) {
  const clock = { at: Date.parse('2025-11-20T12:00:00Z') }
  const webhooks: Request[] = []
  const receiver = { status: 200 }
  const store = createEmbeddedStore({
    ...STORE_SECRETS,
    dataDir: ':memory:',
    publicOrigin: () => 'http://shop.test',
    deliverWebhook: async (request) => {
      webhooks.push(request.clone())
      return new Response(null, { status: receiver.status })
    },
    log: QUIET,
    now: () => clock.at,
    ...options,
  })

  async function post(
    url: string,
    fetchStore: typeof fetch,
    headers: HeadersInit,
    query: string,
    variables: object,
  ): Promise<GraphQLReply> {
    const response = await fetchStore(url, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', ...headers },
      body: JSON.stringify({ query, variables }),
    })
    const body = await response.json()
    return { status: response.status, data: body.data, errors: body.errors ?? [] }
  }

  return {
    store,
    clock,
    webhooks,
    receiver,
    storefront: (query: string, variables: object = {}) =>
      post(
        store.storefrontUrl,
        store.storefrontFetch,
        { 'X-Shopify-Storefront-Access-Token': store.storefrontToken },
        query,
        variables,
      ),
    admin: (query: string, variables: object = {}) =>
      post(
        store.adminUrl,
        store.adminFetch,
        { 'X-Shopify-Access-Token': store.adminToken },
        query,
        variables,
      ),
  }
}

export type TestStore = ReturnType<typeof createTestStore>

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
    log: QUIET,
    ...options,
  })
  return { storefront, calls: () => store.faults.calls() - before }
}
