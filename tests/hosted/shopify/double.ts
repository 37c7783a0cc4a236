import { randomBytes } from 'node:crypto'
import { createServer } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import { type DocumentNode, type GraphQLSchema, getOperationAST, parse } from 'graphql'
import { COMPANY } from '../../../app/models/company.ts'
import { ADMIN_SCOPES, SETUP_SCOPES, STOREFRONT_SCOPES } from '../../../app/models/store-requirements.ts'
import { SHOPIFY_API_VERSION, type ShopifyApi } from '../../../app/services/storefront/shopify-api.server.ts'
import { createAdminDiscounts } from '../../../embedded/storefront/admin-discounts.ts'
import { createAdminProducts } from '../../../embedded/storefront/admin-products.ts'
import { createCartOperations } from '../../../embedded/storefront/cart-operations.ts'
import { createCarts } from '../../../embedded/storefront/carts.ts'
import { type Catalogue, createCatalogue, type StoreProduct } from '../../../embedded/storefront/catalogue.ts'
import { createCheckout } from '../../../embedded/storefront/checkout.ts'
import { openDatabase } from '../../../embedded/storefront/database.ts'
import { createDiscounts } from '../../../embedded/storefront/discounts.ts'
import { createGraphQLServer } from '../../../embedded/storefront/graphql-server.ts'
import { createOrders } from '../../../embedded/storefront/orders.ts'
import type { PricingSources } from '../../../embedded/storefront/pricing.ts'
import { createStorefrontQuery } from '../../../embedded/storefront/storefront-query.ts'
import { countryInContext } from '../../../embedded/storefront/storefront-schema.ts'
import { createDeliveries } from '../../../embedded/storefront/webhooks.ts'
import { schemasOf } from '../../support/shopify-schemas.ts'
import { costOf, createThrottle, findDenied } from './access.ts'
import { createHostedAdmin } from './admin.ts'
import { deliveryByProfiles } from './delivery.ts'
import {
  createShopState,
  fixedCents,
  marketOfCountry,
  type SentWebhook,
  soldTo,
  topicOfName,
} from './state.ts'

/**
 * A double of Shopify's Storefront and Admin APIs for one shop, on loopback: operations are validated against the
 * published schemas, and refused without their scopes. It keeps its state in memory, and is built on the embedded
 * store's catalogue, carts and checkout.
 */

const QUIET = { warn() {}, error() {} }
/** Pounds for a dollar, until a price list says otherwise. */
const RATE = 0.79
const TOKEN_SECONDS = 86_399
const ANY_VERSION = /^(\/admin)?\/api\/(\d{4}-\d{2}|unstable)\/graphql\.json$/

export type OwnProduct = {
  readonly handle: string
  readonly title: string
  readonly tags?: readonly string[]
  readonly variants: readonly { readonly title: string; readonly dollars: number }[]
}

export type ShopifyDoubleOptions = {
  /** Products that the shop has already. */
  readonly products?: readonly OwnProduct[]
  readonly now?: () => number
  /** Points that a token has, and gets back each second. */
  readonly points?: { readonly maximum: number; readonly restorePerSecond: number }
  /** Sends a webhook; over the network unless a test takes it. */
  readonly send?: (request: Request) => Promise<Response>
}

/** A request that fails: before Shopify did anything, or after, so that only the answer is lost. */
type Failure = {
  /** Null for any that changes the shop. */
  readonly operation: string | null
  readonly when: 'before' | 'after'
}

export type ApiCall = {
  readonly api: ShopifyApi
  readonly operation: string
  readonly token: 'public' | 'private' | 'admin'
  readonly document: string
  readonly variables: Record<string, unknown>
}

function toOwnProduct(product: OwnProduct, index: number): StoreProduct {
  const at = '2024-01-01T00:00:00Z'
  return {
    id: `gid://shopify/Product/${8_400_000_000_000 + index}`,
    handle: product.handle,
    title: product.title,
    descriptionHtml: '',
    productType: '',
    tags: product.tags ?? [],
    status: 'ACTIVE',
    optionNames: ['Title'],
    images: [],
    variants: product.variants.map(({ title, dollars }, place) => ({
      id: `gid://shopify/ProductVariant/${46_400_000_000_000 + index * 1000 + place}`,
      title,
      options: [{ name: 'Title', value: title }],
      cents: { USD: dollars * 100, GBP: Math.round(dollars * 100 * RATE) },
      soldOutIn: [],
      image: null,
      sku: '',
    })),
    createdAt: at,
    updatedAt: at,
  }
}

function schemaOf(api: ShopifyApi): GraphQLSchema {
  const [, schema] = schemasOf(api).find(([version]) => version === SHOPIFY_API_VERSION) ?? []
  if (schema === undefined) throw new Error(`There is no schema of the ${api} API ${SHOPIFY_API_VERSION}`)
  return schema
}

export function createShopifyDouble(options: ShopifyDoubleOptions = {}) {
  const { now = Date.now, send = fetch } = options
  const state = createShopState()
  state.scopes.admin = [...ADMIN_SCOPES, ...SETUP_SCOPES]
  state.scopes.storefront = [...STOREFRONT_SCOPES]
  const secrets = {
    clientId: randomBytes(16).toString('hex'),
    clientSecret: `shpss_${randomBytes(16).toString('hex')}`,
    adminToken: `shpat_${randomBytes(16).toString('hex')}`,
    publicToken: randomBytes(16).toString('hex'),
    privateToken: `shpat_${randomBytes(16).toString('hex')}`,
  }
  /** When a token of the client credentials grant ends, ms. */
  const granted = new Map<string, number>()
  const failures: Failure[] = []
  const calls: ApiCall[] = []
  const webhooks: SentWebhook[] = []
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
  let origin = 'http://127.0.0.1:0'
  const publicOrigin = () => origin

  const db = openDatabase(':memory:')
  const catalogue = watched(createCatalogue(db, (options.products ?? []).map(toOwnProduct)))
  const headless = state.channels.find(({ app }) => app === 'headless')
  /** Only what is published to the channel of the storefront's token exists in the Storefront API. */
  const isShown = (product: StoreProduct | null): product is StoreProduct =>
    product !== null &&
    product.status === 'ACTIVE' &&
    headless !== undefined &&
    (state.published.get(product.id)?.has(headless.id) ?? false)
  const shown = (product: StoreProduct | null) => (isShown(product) ? product : null)
  const shownCatalogue: Catalogue = {
    ...catalogue,
    published: () => catalogue.all().filter(isShown),
    product: (id) => shown(catalogue.product(id)),
    byHandle: (handle) => shown(catalogue.byHandle(handle)),
    variant(id) {
      const found = catalogue.variant(id)
      return found && isShown(found.product) ? found : null
    },
  }
  const carts = createCarts(db, now)
  const discounts = createDiscounts(db)
  const deliveries = createDeliveries({
    db,
    publicOrigin,
    secret: secrets.clientSecret,
    apiVersion: SHOPIFY_API_VERSION,
    deliver: deliverToSubscribers,
    now,
    log: QUIET,
  })
  const sources = (): PricingSources => ({
    variant: shownCatalogue.variant,
    discount: discounts.find,
    now: now(),
  })
  const deliveryOf = deliveryByProfiles(state)
  const orders = createOrders({ db, carts, discounts, deliveries, sources, deliveryOf, now })
  const waitUntilWritable = db.waitUntilWritable
  const checkout = createCheckout({
    carts,
    orders,
    company: async () => COMPANY,
    limitOrder: async () => null,
    waitUntilWritable,
  })
  db.finishStartup()

  const schemas: Record<ShopifyApi, GraphQLSchema> = {
    admin: schemaOf('admin'),
    storefront: schemaOf('storefront'),
  }
  const common = {
    isAuthorized: () => true,
    isPublic: false,
    limitWrites: async () => null,
    waitUntilWritable,
    log: QUIET,
  }
  const products = createAdminProducts({ catalogue, now })
  const servers: Record<ShopifyApi, (request: Request) => Promise<Response>> = {
    storefront: createGraphQLServer({
      ...common,
      schema: schemas.storefront,
      rootValue: {
        ...createStorefrontQuery({ catalogue: shownCatalogue, publicOrigin }),
        ...createCartOperations({ carts, catalogue: shownCatalogue, sources, publicOrigin }),
        localization: () => ({ availableCountries: soldTo(state) }),
      },
      context: (operation, variables) => {
        const country = countryInContext(schemas.storefront, operation, variables)
        // A country without a market of its own gets the currency of the shop's main market.
        const market = marketOfCountry(state, country)
        return { country: market?.currency === 'GBP' ? country : 'US' }
      },
    }),
    admin: createGraphQLServer({
      ...common,
      schema: schemas.admin,
      rootValue: {
        ...products,
        ...createAdminDiscounts({ discounts, catalogue, now }),
        ...createHostedAdmin({
          state,
          catalogue,
          products,
          origin: publicOrigin,
          behaviour,
        }),
      },
      context: () => null,
    }),
  }
  const points = options.points ?? { maximum: 2000, restorePerSecond: 2000 }
  /** The Storefront API counts no points: Shopify limits it by the buyer's address. */
  const throttle = createThrottle({ ...points, now: Date.now })

  /** A catalogue whose changes are reported, and whose prices in pounds are converted until they are fixed. */
  function watched(plain: Catalogue): Catalogue {
    return {
      ...plain,
      save(product) {
        const variants = product.variants.map((variant) => ({
          ...variant,
          cents: {
            USD: variant.cents.USD,
            GBP: fixedCents(state, variant.id, 'GBP') ?? Math.round(variant.cents.USD * RATE),
          },
        }))
        plain.save({ ...product, variants })
        deliveries.queue('products/update', payloadOf(product))
      },
      remove(id) {
        plain.remove(id)
        deliveries.queue('products/delete', { id: Number(id.split('/').at(-1)) })
      },
    }
  }

  async function deliverToSubscribers(request: Request): Promise<Response> {
    const topic = request.headers.get('X-Shopify-Topic') ?? ''
    const body = await request.text()
    const subscribed = state.subscriptions.filter((entry) => topicOfName(entry.topic) === topic)
    if (subscribed.length === 0) webhooks.push({ topic, address: null })
    let last = new Response(null, { status: 200 })
    for (const { address } of subscribed) {
      webhooks.push({ topic, address })
      last = await send(new Request(address, { method: 'POST', headers: request.headers, body }))
    }
    return last
  }

  function tokenOf(api: ShopifyApi, headers: Headers): ApiCall['token'] | null {
    if (api === 'admin') {
      const token = headers.get('X-Shopify-Access-Token') ?? ''
      const isGranted = (granted.get(token) ?? 0) > now()
      return token === secrets.adminToken || isGranted ? 'admin' : null
    }
    if (headers.get('X-Shopify-Storefront-Access-Token') === secrets.publicToken) return 'public'
    return headers.get('Shopify-Storefront-Private-Token') === secrets.privateToken ? 'private' : null
  }

  function refuse(status: number, message: string, code: string, more: object = {}): Response {
    return Response.json({ errors: [{ message, extensions: { code } }], ...more }, { status })
  }

  function parsed(query: string): DocumentNode | null {
    try {
      return parse(query)
    } catch {
      return null
    }
  }

  async function answer(api: ShopifyApi, request: Request): Promise<Response> {
    if (request.method !== 'POST') return new Response(null, { status: 404 })
    const token = tokenOf(api, request.headers)
    if (token === null)
      return api === 'admin'
        ? Response.json(
            { errors: '[API] Invalid API key or access token (unrecognized login or wrong password)' },
            { status: 401 },
          )
        : refuse(401, '', 'UNAUTHORIZED')
    const text = await request.text()
    const body = JSON.parse(text) as { query: string; operationName?: string; variables?: object }
    const variables = { ...body.variables } as Record<string, unknown>
    const document = parsed(body.query)
    const operation = document && getOperationAST(document, body.operationName)
    const schema = schemas[api]
    const name = operation?.name?.value ?? ''
    calls.push({ api, operation: name, token, document: body.query, variables })
    const forward = () =>
      servers[api](new Request(request.url, { method: 'POST', body: text, headers: request.headers }))
    if (!document || !operation) return forward()
    const denied = findDenied(schema, document, variables, state.scopes[api], api)
    if (denied !== null)
      return refuse(
        200,
        `Access denied for ${denied.field} field. Required access: \`${denied.scope}\` access scope.`,
        'ACCESS_DENIED',
        { data: null },
      )
    const cost = api === 'admin' ? costOf(operation, variables) : 0
    const refused = throttle.spend(cost)
    if (refused !== null)
      return refuse(200, refused === 'THROTTLED' ? 'Throttled' : `Query cost is ${cost}`, refused, {
        extensions: throttle.extensionOf(cost),
      })
    const isChange = operation.operation === 'mutation' && name !== 'StageUploads'
    const failure = failures.findIndex(
      (entry) => entry.operation === name || (entry.operation === null && isChange),
    )
    const planned = failure === -1 ? null : (failures.splice(failure, 1)[0] ?? null)
    if (planned?.when === 'before') return new Response('Bad gateway', { status: 502 })
    const response = await forward()
    if (planned?.when === 'after') return new Response('Bad gateway', { status: 502 })
    const reply = (await response.json()) as object
    return Response.json({ ...reply, extensions: throttle.extensionOf(cost) }, { status: response.status })
  }

  /** Client credentials grant. */
  async function grantToken(request: Request): Promise<Response> {
    const text = await request.text()
    const isJson = request.headers.get('Content-Type')?.includes('json')
    const fields = new URLSearchParams(isJson ? (JSON.parse(text) as Record<string, string>) : text)
    const isKnown =
      fields.get('client_id') === secrets.clientId && fields.get('client_secret') === secrets.clientSecret
    if (fields.get('grant_type') !== 'client_credentials' || !isKnown)
      return Response.json({ error: 'invalid_client' }, { status: 400 })
    const token = `shpca_${randomBytes(16).toString('hex')}`
    granted.set(token, now() + TOKEN_SECONDS * 1000)
    return Response.json({
      access_token: token,
      scope: state.scopes.admin.join(','),
      expires_in: TOKEN_SECONDS,
    })
  }

  async function takeUpload(request: Request): Promise<Response> {
    const form = await request.formData()
    const [key, file] = [form.get('key'), form.get('file')]
    const address = `${origin}/staged/${key}`
    if (!(file instanceof File) || !state.files.has(address)) return new Response(null, { status: 403 })
    state.files.set(address, new Uint8Array(await file.arrayBuffer()))
    return new Response(null, { status: 201 })
  }

  async function handle(request: Request): Promise<Response> {
    const { pathname } = new URL(request.url)
    if (behaviour.redirectTo !== null)
      return new Response(null, { status: 301, headers: { Location: behaviour.redirectTo + pathname } })
    if (pathname === '/admin/oauth/access_token') return grantToken(request)
    if (pathname === '/staged') return takeUpload(request)
    const file = state.files.get(origin + pathname)
    if (file) return new Response(new Uint8Array(file), { headers: { 'Content-Type': 'image/jpeg' } })
    const [, admin, version] = ANY_VERSION.exec(pathname) ?? []
    if (version === undefined)
      return (await checkout(request, null)) ?? new Response('Not found', { status: 404 })
    const response = await answer(admin ? 'admin' : 'storefront', request)
    const [, answered = version] = [version, behaviour.oldestVersion].sort()
    response.headers.set('X-Shopify-API-Version', answered)
    return response
  }

  function payloadOf({ id, handle, title }: StoreProduct) {
    return { id: Number(id.split('/').at(-1)), admin_graphql_api_id: id, handle, title }
  }

  const reach: typeof fetch = async (input, init) => {
    const request = new Request(input, init)
    return request.url.startsWith(`${origin}/`) ? handle(request) : fetch(request)
  }
  const server = createServer(getRequestListener(handle))

  return {
    ...secrets,
    state,
    behaviour,
    calls,
    webhooks,
    catalogue,
    /** Asks it in process, where it need not listen, and others over the network. */
    fetch: reach,
    /** Starts it on loopback. @returns its origin */
    async listen(port = 0): Promise<string> {
      await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
      const address = server.address()
      if (address && typeof address === 'object') origin = `http://127.0.0.1:${address.port}`
      return origin
    },
    storefrontUrl: (version: string = SHOPIFY_API_VERSION) => `${origin}/api/${version}/graphql.json`,
    adminUrl: (version: string = SHOPIFY_API_VERSION) => `${origin}/admin/api/${version}/graphql.json`,
    /** Fails the next request with that operation. */
    failNext: (failure: Failure) => failures.push(failure),
    /** Ends all tokens of the client credentials grant. */
    revokeTokens: () => granted.clear(),
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
    /** Sends the webhooks that are due now. */
    sendWebhooks: deliveries.deliverDue,
    async close(): Promise<void> {
      await deliveries.close()
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
      db.close()
    },
  }
}

export type ShopifyDouble = ReturnType<typeof createShopifyDouble>
