import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Cart, shippingCountryOf } from '#app/models/cart.ts'
import type { CartDiscountView } from '#app/models/discount.ts'
import { MARKET_IDS, MARKETS, type Market } from '#app/models/market.ts'
import {
  type CacheStore,
  createFreshCache,
  createMemoryStore,
  isWithin,
  TRANSIENT,
} from '../fresh/fresh-cache.server.ts'
import type { Log } from '../log/log.server.ts'
import { UpstreamError } from '../upstream/upstream-error.server.ts'
import { createRemoteCarts, type RemoteCart, remoteCartInput } from './cart.server.ts'
import { createStorefrontCatalogue } from './catalogue.server.ts'
import {
  createStorefrontClient,
  type StorefrontClient,
  type StorefrontClientOptions,
} from './client.server.ts'
import { GET_SHOP } from './operations.server.ts'

export type StorefrontOptions = StorefrontClientOptions & {
  readonly log: Pick<Log, 'warn' | 'error'>
  readonly now?: () => number
  /** Whether the announced month of Vol. II has passed in a store: its title says pre-order until then. */
  readonly hasVol2Shipped?: (market: Market) => Promise<boolean>
  /** Waits for ms. */
  readonly pause?: (ms: number) => Promise<unknown>
  /** Storage of the catalogue cache; in process by default. */
  readonly store?: CacheStore
}

const DISCOUNT_FRESH_MS = 60_000
/** How long the primary domain is not requested again. */
const DOMAIN_PAUSE_MS = 5_000

/** The storefront, at Shopify or the embedded store: catalogue, availability, remote carts and checkout URL. */
export function createStorefront({
  log,
  now = Date.now,
  hasVol2Shipped = async () => false,
  pause = sleep,
  store = createMemoryStore(),
  ...clientOptions
}: StorefrontOptions) {
  const client = createStorefrontClient(clientOptions)
  const cache = createFreshCache({ store, now, log, content: 'catalogue' })
  const catalogue = createStorefrontCatalogue(client, cache, log, hasVol2Shipped)
  const carts = createRemoteCarts(client)
  const origins = createCheckoutOrigins(client, clientOptions.url, { log, now })

  /** Reads everything that pages need, in both markets, into the cache. Never throws. */
  async function warmUp(): Promise<void> {
    await Promise.allSettled([...MARKET_IDS.map(catalogue.warm), origins.readPrimaryDomain()])
  }

  /**
   * Creates a remote cart and the URL of its checkout, which contains the visitor's own discount code, but never that of a gift.
   * @throws UpstreamError also where the storefront refuses the cart, or gives no URL of its own
   * Spec: 4 Checkout, 8 Cart and checkout. Product: 6 Checkout address
   */
  async function openCheckout(cart: Cart): Promise<{ remote: RemoteCart; url: string }> {
    const remote = await carts.createCart(cart)
    const refuse = (why: string) => new UpstreamError('cartCreate', null, { cause: new Error(why) })
    const url = URL.parse(remote.checkoutUrl)
    if (url === null) throw refuse('No checkout URL returned')
    if (!(await origins.include(url))) throw refuse('The checkout URL is not of the store')
    url.searchParams.set('channel', 'online_store')
    url.searchParams.set('country', shippingCountryOf(cart))
    url.searchParams.set('currency', MARKETS[cart.market].currencyCode)
    if (cart.discountCode !== null) url.searchParams.set('discount', cart.discountCode)
    return { remote, url: url.href }
  }

  /** What each code does to a cart; kept for a minute. @throws UpstreamError also for refused lines */
  function checkDiscountCodes(cart: Cart): Promise<readonly CartDiscountView[]> {
    const key = JSON.stringify([cart.market, remoteCartInput(cart)])
    return cache.get({
      key: `${TRANSIENT}discount:${createHash('sha256').update(key).digest('base64url')}`,
      freshMs: () => DISCOUNT_FRESH_MS,
      staleMs: 0,
      load: async () => (await carts.createCart(cart)).discounts,
    })
  }

  return {
    ...catalogue,
    ...carts,
    openCheckout,
    checkDiscountCodes,
    checkoutOrigins: origins.list,
    /**
     * Refreshes the catalogue on every instance: what is kept of it is used from now on only while the store cannot be
     * reached. Webhooks that come together refresh it once more after the first.
     * @throws when the other instances could not be told
     */
    refresh: createRefresh(store, pause, () => void warmUp()),
    /** Grows whenever the catalogue was refreshed, on every instance. */
    catalogueGeneration: (): number => store.generation(),
    /** Calls back when the catalogue is to be read anew, which is on every instance. */
    onRefresh: store.onGeneration,
    warmUp,
  }
}

/** How soon the catalogue is refreshed again, ms: a change of a product or of stock is often told by many webhooks. */
const REFRESH_PAUSE_MS = 1_000

/** Begins a new generation of the store: at once, or with all others that are wanted in the pause after the last one. */
function createRefresh(store: CacheStore, pause: (ms: number) => Promise<unknown>, onRefreshed: () => void) {
  let next: Promise<void> | null = null
  let lastAt = Number.NEGATIVE_INFINITY

  async function renewAfter(pauseMs: number): Promise<void> {
    await (pauseMs > 0 ? pause(pauseMs) : null)
    next = null
    lastAt = performance.now()
    await store.renew()
    onRefreshed()
  }

  return (): Promise<void> => {
    next ??= renewAfter(lastAt + REFRESH_PAUSE_MS - performance.now())
    return next
  }
}

export type Storefront = ReturnType<typeof createStorefront>

/** Allowed origins of this store's checkouts: the API's, and that of the primary domain once it is known. */
function createCheckoutOrigins(
  client: StorefrontClient,
  apiUrl: string,
  { log, now }: Required<Pick<StorefrontOptions, 'log' | 'now'>>,
) {
  const known = [new URL(apiUrl).origin]
  let hasPrimaryDomain = false
  let requestedAt = Number.NEGATIVE_INFINITY

  /** Reads the store's primary domain. @throws UpstreamError */
  async function readPrimaryDomain(): Promise<void> {
    requestedAt = now()
    const { origin } = new URL(await client.request(GET_SHOP))
    if (!known.includes(origin)) known.push(origin)
    hasPrimaryDomain = true
  }

  return {
    readPrimaryDomain,

    /**
     * The allowed origins. While the primary domain is not known, it is requested in the background: the policy of a
     * page names these origins, and without it the browser blocks the redirect of the checkout form.
     */
    list(): readonly string[] {
      if (!hasPrimaryDomain && !isWithin(DOMAIN_PAUSE_MS, requestedAt, now()))
        readPrimaryDomain().catch(() => undefined)
      return known
    },

    /** Whether a URL has an allowed origin. An unknown one may be the primary domain. */
    async include(url: URL): Promise<boolean> {
      if (known.includes(url.origin)) return true
      // After a failure our own checkout may be refused as a foreign one; the log tells the two apart.
      await readPrimaryDomain().catch((error: unknown) =>
        log.warn({ err: error }, 'primary domain of the store not learned'),
      )
      return known.includes(url.origin)
    },
  }
}
