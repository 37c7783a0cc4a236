import { apiPath, SHOPIFY_API_VERSION, type ShopifyApi } from '#app/services/storefront/shopify-api.server.ts'
import { serve } from '#tests/support/loopback.ts'
import { createApis, type Failure, refuse } from './apis.ts'
import { createShopState } from './state.ts'
import { createStore, type OwnProduct } from './store.ts'
import { createTokens } from './tokens.ts'

/**
 * A double of Shopify's Storefront and Admin APIs for one shop, on loopback: operations are validated against the
 * published schemas, and refused without their scopes. It keeps its state in memory, and is built on the embedded
 * store's catalogue, carts and checkout.
 */

const ANY_VERSION = /^(\/admin)?\/api\/(\d{4}-\d{2}|unstable)\/graphql\.json$/

type ShopifyDoubleOptions = {
  /** Products that the shop has already. */
  readonly products?: readonly OwnProduct[]
  readonly now?: () => number
  /** Points that a token has, and gets back each second; without them, as many as anybody wants. */
  readonly points?: { readonly maximum: number; readonly restorePerSecond: number }
  /** Sends a webhook; over the network unless a test takes it. */
  readonly send?: (request: Request) => Promise<Response>
}

const PLENTY = { maximum: 1_000_000, restorePerSecond: 1_000_000 }

export function createShopifyDouble(options: ShopifyDoubleOptions = {}) {
  const { products = [], now = Date.now, points = PLENTY, send = fetch } = options
  let address = 'http://127.0.0.1:0'
  const origin = () => address
  const behaviour = {
    /** The oldest version that is still answered; an older one is answered with it. */
    oldestVersion: SHOPIFY_API_VERSION as string,
    /** Where every request is redirected to; null redirects none. */
    redirectTo: null as string | null,
    /** Whether the shop can sell in other currencies than its own. */
    hasPayments: true,
    /** Whether the app may see customers: without it, Shopify subscribes it to no orders. */
    maySeeCustomers: true,
  }
  const state = createShopState()
  const tokens = createTokens(state, now)
  const secret = tokens.secrets.clientSecret
  const store = createStore({ state, products, secret, origin, now, send })
  const apis = createApis({ state, store, origin, behaviour, points, now })
  const { catalogue } = store

  async function answer(api: ShopifyApi, request: Request): Promise<Response> {
    if (request.method !== 'POST') return new Response(null, { status: 404 })
    if (tokens.isAccepted(api, request.headers)) return apis.answer(api, request)
    if (api === 'storefront') return refuse(401, '', 'UNAUTHORIZED')
    const errors = '[API] Invalid API key or access token (unrecognized login or wrong password)'
    return Response.json({ errors }, { status: 401 })
  }

  async function takeUpload(request: Request): Promise<Response> {
    const form = await request.formData()
    const [key, file] = [form.get('key'), form.get('file')]
    const url = `${address}/staged/${key}`
    if (!(file instanceof File) || !state.files.has(url)) return new Response(null, { status: 403 })
    state.files.set(url, new Uint8Array(await file.arrayBuffer()))
    return new Response(null, { status: 201 })
  }

  async function handle(request: Request): Promise<Response> {
    const { pathname } = new URL(request.url)
    if (behaviour.redirectTo !== null)
      return new Response(null, { status: 301, headers: { Location: behaviour.redirectTo + pathname } })
    if (pathname === '/admin/oauth/access_token') return tokens.grant(request)
    if (pathname === '/staged') return takeUpload(request)
    const file = state.files.get(address + pathname)
    if (file) return new Response(new Uint8Array(file), { headers: { 'Content-Type': 'image/jpeg' } })
    const [, admin, version] = ANY_VERSION.exec(pathname) ?? []
    if (version === undefined)
      return (await store.checkout(request, null)) ?? new Response('Not found', { status: 404 })
    const response = await answer(admin ? 'admin' : 'storefront', request)
    const [, answered = version] = [version, behaviour.oldestVersion].sort()
    response.headers.set('X-Shopify-API-Version', answered)
    return response
  }

  let server: Awaited<ReturnType<typeof serve>> | null = null

  return {
    ...tokens.secrets,
    state,
    behaviour,
    catalogue,
    calls: apis.calls,
    webhooks: store.webhooks,
    /** Asks it in process, where it need not listen, and others over the network. */
    async fetch(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
      const request = new Request(input, init)
      return request.url.startsWith(`${address}/`) ? handle(request) : fetch(request)
    },
    /** Starts it on loopback. */
    async listen(port = 0): Promise<void> {
      server = await serve(handle, port)
      address = server.origin
    },
    storefrontUrl: () => address + apiPath('storefront'),
    adminUrl: () => address + apiPath('admin'),
    /** The settings of a shop that is to use it. */
    settings: () => ({
      STOREFRONT_API_URL: address + apiPath('storefront'),
      STOREFRONT_API_PRIVATE_TOKEN: tokens.secrets.privateToken,
      ADMIN_API_URL: address + apiPath('admin'),
      ADMIN_API_CLIENT_ID: tokens.secrets.clientId,
      ADMIN_API_CLIENT_SECRET: secret,
      WEBHOOK_SECRET: secret,
    }),
    /** Fails the next request with that operation. */
    failNext: (failure: Failure) => apis.failures.push(failure),
    /** Ends all tokens of the client credentials grant. */
    revokeTokens: tokens.revoke,
    /** What the owner does in Shopify: a new price in both currencies, in whole units. */
    changePrice(handle: string, variantTitle: string, units: number): void {
      const product = catalogue.byHandle(handle)
      const variant = product?.variants.find(({ title }) => title === variantTitle)
      if (!product || !variant) throw new Error(`There is no ${variantTitle} of ${handle}`)
      for (const { fixed } of state.priceLists) if (fixed.has(variant.id)) fixed.set(variant.id, units * 100)
      const cents = { ...variant.cents, USD: units * 100 }
      const variants = product.variants.map((one) => (one === variant ? { ...one, cents } : one))
      catalogue.save({ ...product, variants })
    },
    sendWebhooks: store.sendWebhooks,
    async close(): Promise<void> {
      await server?.close()
      await store.close()
    },
  }
}

export type ShopifyDouble = ReturnType<typeof createShopifyDouble>
