import { randomBytes } from 'node:crypto'
import { getOperationAST, getVariableValues, parse, validate } from 'graphql'
import { apiPath, SHOPIFY_API_VERSION, type ShopifyApi } from '#app/models/store-requirements.ts'
import type { StoreProduct } from '#embedded/shopify/catalogue.ts'
import { loadSchema } from '#embedded/shopify/graphql-server.ts'
import { createEmbeddedStore } from '#embedded/shopify/store.server.ts'
import { serve } from './loopback.ts'
import { silentLog } from './silent-log.ts'

/**
 * A shop of Shopify's on loopback: the embedded store at Shopify's own paths, behind its tokens, a new shop unless a test
 * wants a complete one. Tests change what it is like by `switches` and `settings`, act for its owner, and make it fail, hang
 * or throttle by `store.faults`.
 */

type ShopifyOptions = {
  readonly isNew?: boolean
  /** Products that the shop has already. */
  readonly products?: readonly StoreProduct[]
  /** Sends a webhook; over the network unless a test takes it. */
  readonly send?: (request: Request) => Promise<Response>
}
type Call = {
  readonly api: ShopifyApi
  readonly operation: string
  readonly document: string
  readonly variables: Record<string, unknown>
}
// biome-ignore lint/suspicious/noExplicitAny: any reply
type Change = (data: any, variables: any) => unknown

const BAD_TOKEN = '[API] Invalid API key or access token (unrecognized login or wrong password)'

/** What needs a scope in an operation of the Storefront API. */
const SCOPES: Readonly<Record<string, RegExp>> = {
  unauthenticated_read_product_listings: /\bproducts\(/,
  unauthenticated_read_product_tags: /\btags\b/,
  unauthenticated_read_checkouts: /\bcart\(/,
  unauthenticated_write_checkouts: /\bcartCreate\(/,
}
const TOKEN_SECONDS = 86_399
const secret = () => randomBytes(16).toString('hex')

export function createShopify({ isNew = true, products, send = fetch }: ShopifyOptions = {}) {
  let address = 'http://127.0.0.1:0'
  let server: Awaited<ReturnType<typeof serve>> | null = null
  const calls: Call[] = []
  let lostChange = ''
  const changes = new Map<string, Change>()
  const webhooks: { readonly topic: string; readonly address: string }[] = []
  /** Of the app of the shop's owner. */
  const tokens = {
    clientId: secret(),
    clientSecret: `shpss_${secret()}`,
    adminToken: `shpat_${secret()}`,
    publicToken: secret(),
    privateToken: `shpat_${secret()}`,
  }
  /** When a token that id and secret were given for a day ends, ms. */
  const granted = new Map<string, number>()
  const store = createEmbeddedStore({
    dataDir: ':memory:',
    publicOrigin: () => address,
    adminToken: tokens.adminToken,
    webhookSecret: tokens.clientSecret,
    deliverWebhook(request) {
      webhooks.push({ topic: request.headers.get('X-Shopify-Topic') ?? '', address: request.url })
      return send(request)
    },
    isNew,
    moreOperations: {
      stagedUploadsCreate({ input }: { input: readonly { filename: string }[] }) {
        const url = `${address}/staged`
        const stagedTargets = input.map(({ filename }) => {
          return { url, resourceUrl: `${url}/${filename}`, parameters: [{ name: 'key', value: filename }] }
        })
        return { stagedTargets, userErrors: [] }
      },
    },
    ...(products && { products }),
    log: silentLog,
    now: Date.now,
  })
  const { settings, catalogue } = store
  const switches = Object.assign(store.switches, {
    /** What the token of the storefront may not do. */
    lackingScopes: [] as string[],
    /** Whether visitors of the store and its checkout have to enter a password first. */
    hasPassword: false,
  })

  function isAccepted(api: ShopifyApi, headers: Headers): boolean {
    const token = headers.get('X-Shopify-Access-Token') ?? ''
    if (api === 'admin') return token === tokens.adminToken || (granted.get(token) ?? 0) > Date.now()
    return (
      headers.get('X-Shopify-Storefront-Access-Token') === tokens.publicToken ||
      headers.get('Shopify-Storefront-Private-Token') === tokens.privateToken
    )
  }

  /** The client credentials grant. */
  async function grant(request: Request): Promise<Response> {
    const { grant_type, client_id, client_secret } = Object.fromEntries(
      new URLSearchParams(await request.text()),
    )
    const isKnown = client_id === tokens.clientId && client_secret === tokens.clientSecret
    if (grant_type !== 'client_credentials' || !isKnown)
      return Response.json({ error: 'invalid_client' }, { status: 400 })
    const token = `shpca_${secret()}`
    granted.set(token, Date.now() + TOKEN_SECONDS * 1000)
    const scope = switches.adminScopes.join(',')
    return Response.json({ access_token: token, scope, expires_in: TOKEN_SECONDS })
  }

  async function answer(api: ShopifyApi, request: Request): Promise<Response> {
    if (request.method !== 'POST') return new Response(null, { status: 404 })
    if (!isAccepted(api, request.headers)) {
      const errors = api === 'admin' ? BAD_TOKEN : [{ message: '', extensions: { code: 'UNAUTHORIZED' } }]
      return Response.json({ errors }, { status: 401 })
    }
    const body = await request.text()
    const { query, variables = {} } = JSON.parse(body)
    const [, operation = ''] = /(?:query|mutation) (\w+)/.exec(query) ?? []
    calls.push({ api, operation, document: query, variables })
    if (api === 'storefront' && switches.lackingScopes.some((scope) => SCOPES[scope]?.test(query)))
      return Response.json({ data: null, errors: [{ message: '', extensions: { code: 'ACCESS_DENIED' } }] })
    const [url, ask] =
      api === 'admin' ? [store.adminUrl, store.adminFetch] : [store.storefrontUrl, store.storefrontFetch]
    const reply = await ask(url, {
      method: 'POST',
      body,
      headers: { 'X-Shopify-Access-Token': tokens.adminToken },
      signal: request.signal,
    })
    if (operation === lostChange) {
      lostChange = ''
      return new Response('Bad gateway', { status: 502 })
    }
    const change = changes.get(operation)
    return change ? Response.json({ data: change((await reply.json()).data, variables) }) : reply
  }

  async function handle(request: Request): Promise<Response> {
    const { pathname } = new URL(request.url)
    if (pathname === '/admin/oauth/access_token') return grant(request)
    for (const api of ['admin', 'storefront'] as const)
      if (pathname === apiPath(api)) return answer(api, request)
    if (pathname === '/password') return new Response('Enter store using password')
    if (pathname === '/staged') {
      const isFile = (await request.formData()).get('file') instanceof File
      return new Response(null, { status: isFile ? 201 : 403 })
    }
    if (switches.hasPassword) return new Response(null, { status: 302, headers: { Location: '/password' } })
    return (await store.handle(request)) ?? new Response('Not found', { status: 404 })
  }

  const adminUrl = () => address + apiPath('admin')
  return {
    tokens,
    store,
    switches,
    settings,
    catalogue,
    /** All operations so far. */
    calls,
    /** The webhooks that subscribers were sent. */
    webhooks,
    /** Asks it in process, where it need not listen, and others over the network. */
    async fetch(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
      const request = new Request(input, init)
      return request.url.startsWith(`${address}/`) ? handle(request) : fetch(request)
    },
    /** Starts it on loopback. */
    async listen(): Promise<void> {
      server = await serve(handle)
      address = server.origin
    },
    adminUrl,
    /** The settings of a shop that is to use it. */
    environment: () => ({
      STOREFRONT_API_URL: address + apiPath('storefront'),
      STOREFRONT_API_PRIVATE_TOKEN: tokens.privateToken,
      ADMIN_API_URL: adminUrl(),
      ADMIN_API_CLIENT_ID: tokens.clientId,
      ADMIN_API_CLIENT_SECRET: tokens.clientSecret,
      WEBHOOK_SECRET: tokens.clientSecret,
    }),
    /** Carries out the next change of this name, and loses its answer. */
    loseAnswerOf(operation: string): void {
      lostChange = operation
    },
    /** Changes the `data` of an operation's replies. */
    alter: (operation: string, change: Change) => void changes.set(operation, change),
    /** What the owner does in Shopify: a new price in every currency, in whole units. */
    changePrice(handle: string, variantTitle: string, units: number): void {
      const product = catalogue.byHandle(handle)
      if (!product?.variants.some(({ title }) => title === variantTitle))
        throw new Error(`There is no ${variantTitle} of ${handle}`)
      const cents = { USD: units * 100, GBP: units * 100 }
      const variants = product.variants.map((one) => (one.title === variantTitle ? { ...one, cents } : one))
      catalogue.save({ ...product, variants })
    },
    /** Ends all tokens of the client credentials grant. */
    revokeTokens: (): void => granted.clear(),
    async close(): Promise<void> {
      await server?.close()
      await store.close()
    },
  }
}

export type Shopify = ReturnType<typeof createShopify>

/** The version that the shop asks for, and the newest one published. */
const SCHEMA_VERSIONS = [SHOPIFY_API_VERSION, '2026-10']

/** Why an operation with these variables would be refused, in either version; empty when it would not. */
export function refusalsOf(api: ShopifyApi, query: string, variables: Record<string, unknown>): string[] {
  const document = parse(query)
  const definitions = getOperationAST(document)?.variableDefinitions ?? []
  return SCHEMA_VERSIONS.flatMap((version) => {
    const schema = loadSchema(api, version)
    const invalid = validate(schema, document)
    const { errors = [] } =
      invalid.length > 0 ? { errors: invalid } : getVariableValues(schema, definitions, variables)
    return errors.map((error) => `${version}: ${error.message}`)
  })
}
