import { createHash } from 'node:crypto'
import { MARKET_IDS, MARKETS, type Market } from '../../models/market.ts'
import type { Log } from '../log.server.ts'
import { UpstreamError } from '../upstream-error.server.ts'
import {
  createRemoteCarts,
  type RemoteCart,
  type RemoteCartInput,
  type RemoteCartReply,
  type RemoteDiscount,
} from './cart.server.ts'
import { createStorefrontCatalogue } from './catalogue.server.ts'
import {
  type CacheStore,
  createFreshCache,
  createMemoryStore,
  type FreshCache,
} from './catalogue-cache.server.ts'
import { parseUrl, toCheckoutUrl } from './checkout-url.server.ts'
import {
  createStorefrontClient,
  type StorefrontClient,
  type StorefrontClientOptions,
} from './client.server.ts'
import { GET_SHOP } from './documents.server.ts'
import { REPLIES } from './wire.server.ts'

export type StorefrontOptions = StorefrontClientOptions & {
  readonly log: Pick<Log, 'warn'>
  readonly now?: () => number
  /** Where catalogue replies are kept; in process by default. */
  readonly store?: CacheStore
}

/** Why no checkout could be opened. Spec: 8 Storefront errors */
type CheckoutFailure = 'refused' | 'no-checkout-url' | 'foreign-checkout-url'

export type RemoteCheckout =
  | { readonly ok: true; readonly value: { readonly cart: RemoteCart; readonly url: string } }
  | { readonly ok: false; readonly error: CheckoutFailure; readonly messages: readonly string[] }

const DISCOUNT_FRESH_MS = 60_000
const DISCOUNT_STALE_MS = 0

/** The shop's storefront: catalogue, availability, remote carts, checkout address. The same for Shopify and the embedded store. */
export function createStorefront({
  log,
  now = Date.now,
  store = createMemoryStore(),
  ...clientOptions
}: StorefrontOptions) {
  const client = createStorefrontClient(clientOptions)
  let version = 0
  const cache = createFreshCache({
    store,
    now,
    log,
    onChange(key) {
      if (key.startsWith('product')) version += 1
    },
  })
  const catalogue = createStorefrontCatalogue(client, cache, now)
  const carts = createRemoteCarts(client)
  const origins = createCheckoutOrigins(client, clientOptions.url, log)

  return {
    ...catalogue,
    ...carts,
    openCheckout: (input: RemoteCartInput) => openCheckout(carts, origins, input),
    checkDiscountCodes: (input: RemoteCartInput) => checkDiscountCodes(cache, carts, input),
    /** Where checkouts may be; grows when the store's primary domain becomes known. */
    checkoutOrigins: origins.known,
    /** Grows whenever a product or list has become another one. */
    catalogueVersion: (): number => version,
    /** Grows whenever something was asked for that could not be had: what was made of it lacks a part. */
    catalogueMisses: (): number => cache.misses(),
    /** Another one whenever either has grown. */
    catalogueState: (): string => `${version}.${cache.misses()}`,
    /** Reads everything that pages need, in both markets. Never throws. */
    async warmUp(): Promise<void> {
      await Promise.allSettled([
        ...MARKET_IDS.map((market: Market) => catalogue.warm(market)),
        origins.learn(),
      ])
    },
  }
}

export type Storefront = ReturnType<typeof createStorefront>
type RemoteCarts = ReturnType<typeof createRemoteCarts>
type CheckoutOrigins = ReturnType<typeof createCheckoutOrigins>

/** The origins where this store's checkouts may be: the API's, and the primary domain once it is known. */
function createCheckoutOrigins(client: StorefrontClient, apiUrl: string, log: Pick<Log, 'warn'>) {
  const known = [new URL(apiUrl).origin]

  /** Asks the store for its primary domain. @throws UpstreamError */
  async function learn(): Promise<void> {
    const url = await client.request({
      name: 'GetShop',
      document: GET_SHOP,
      variables: {},
      reply: REPLIES.getShop,
    })
    const { origin } = new URL(url)
    if (!known.includes(origin)) known.push(origin)
  }

  return {
    known: known as readonly string[],
    learn,

    /** A host not seen yet may be the store's primary domain; only the store itself can say so. */
    async include(url: URL): Promise<boolean> {
      if (known.includes(url.origin)) return true
      // Without its answer our own checkout is refused as a foreign one: the log tells them apart.
      await learn().catch((error: unknown) =>
        log.warn({ err: error }, 'primary domain of the store not learned'),
      )
      return known.includes(url.origin)
    },
  }
}

/**
 * Makes a remote cart and the address of its checkout.
 * @throws UpstreamError
 * Spec: 4 Checkout
 */
async function openCheckout(
  carts: RemoteCarts,
  origins: CheckoutOrigins,
  input: RemoteCartInput,
): Promise<RemoteCheckout> {
  const reply = await carts.createCart(input)
  if (!reply.ok)
    return { ok: false, error: 'refused', messages: reply.userErrors.map((error) => error.message) }
  const given = reply.value.checkoutUrl === null ? null : parseUrl(reply.value.checkoutUrl)
  if (given === null) return { ok: false, error: 'no-checkout-url', messages: ['No checkout URL returned'] }
  const parameters = {
    country: input.country,
    currency: MARKETS[input.market].currencyCode,
    discountCodes: input.discountCodes,
  }
  const url = (await origins.include(given)) ? toCheckoutUrl(given.href, parameters, origins.known) : null
  if (url === null) return { ok: false, error: 'foreign-checkout-url', messages: [] }
  return { ok: true, value: { cart: reply.value, url } }
}

/**
 * Asks the storefront what codes would do for a cart. Answers are kept for a minute.
 * @returns one entry per code
 * @throws UpstreamError also when the storefront refuses the lines
 */
async function checkDiscountCodes(
  cache: FreshCache,
  carts: RemoteCarts,
  input: RemoteCartInput,
): Promise<readonly RemoteDiscount[]> {
  if (input.discountCodes.length === 0 || input.lines.length === 0) return []
  const key = createHash('sha256').update(JSON.stringify(input)).digest('base64url')
  const reply = await cache.get({
    key: `discount:${key}`,
    freshMs: () => DISCOUNT_FRESH_MS,
    staleMs: DISCOUNT_STALE_MS,
    load: (): Promise<RemoteCartReply> => carts.createCart(input),
  })
  if (!reply.ok) throw new UpstreamError('cartCreate', null, { cause: new Error('the lines were refused') })
  return reply.value.discounts
}
