import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Cart, shippingCountryOf } from '#app/models/cart.ts'
import type { CartDiscountView } from '#app/models/discount.ts'
import { MARKET_IDS, MARKETS, type Market } from '#app/models/market.ts'
import {
  type CacheStore,
  createFreshCache,
  createMemoryStore,
  TRANSIENT,
  watchMissing,
} from '../fresh/fresh-cache.server.ts'
import type { Log } from '../log/log.server.ts'
import { ifReachable, UpstreamError } from '../upstream/upstream-error.server.ts'
import { createRemoteCarts, type RemoteCart, remoteCartInput } from './cart.server.ts'
import { createStorefrontCatalogue } from './catalogue.server.ts'
import { createStorefrontClient, type StorefrontClientOptions } from './client.server.ts'
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
/** How soon the catalogue is refreshed again: a change of a product or of stock is often told by many webhooks. */
const REFRESH_PAUSE_MS = 1_000
const DOMAIN_MS = 60 * 60_000

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
  const domains = createFreshCache({ store, now, log, content: 'primary domain' })
  const catalogue = createStorefrontCatalogue(client, cache, log, hasVol2Shipped)
  const carts = createRemoteCarts(client)
  /** Where this store's checkouts are: at the API's origin, and that of the primary domain once it is known. */
  let origins = [new URL(clientOptions.url).origin]

  /** Reads the primary domain, of which the last known one counts. Never throws: without it, our own checkout is refused. */
  async function readOrigins(): Promise<readonly string[]> {
    const load = () => client.request(GET_SHOP)
    const found = await ifReachable(
      domains.get({
        key: 'primary-domain',
        load,
        freshMs: () => DOMAIN_MS,
        staleMs: Number.POSITIVE_INFINITY,
      }),
    )
    if (found !== null) origins = [new URL(clientOptions.url).origin, new URL(found).origin]
    return origins
  }

  /** Reads everything that pages need, in both markets, into the cache. Never throws. */
  async function warmUp(): Promise<void> {
    await Promise.allSettled([...MARKET_IDS.map(catalogue.warm), readOrigins()])
  }

  let refreshing: Promise<void> | null = null
  let refreshedAt = Number.NEGATIVE_INFINITY

  /** Begins a new generation of the store: at once, or with all others that are wanted in the pause after the last one. */
  async function refreshAfter(pauseMs: number): Promise<void> {
    await (pauseMs > 0 ? pause(pauseMs) : null)
    refreshing = null
    refreshedAt = performance.now()
    await store.renew()
    void warmUp()
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
    if (!(await readOrigins()).includes(url.origin)) throw refuse('The checkout URL is not of the store')
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
    /**
     * The origins that the policy of a page names: without them the browser blocks the redirect of the checkout form. Reads the
     * primary domain in the background, without which a page is complete.
     */
    checkoutOrigins(): readonly string[] {
      void watchMissing(readOrigins)
      return origins
    },
    /**
     * Refreshes the catalogue on every instance: what is kept of it is used from now on only while the store cannot be
     * reached. Webhooks that come together refresh it once more after the first.
     * @throws when the other instances could not be told
     */
    refresh: (): Promise<void> => {
      refreshing ??= refreshAfter(refreshedAt + REFRESH_PAUSE_MS - performance.now())
      return refreshing
    },
    /** Grows whenever the catalogue was refreshed, on every instance. */
    catalogueGeneration: (): number => store.generation(),
    /** Calls back when the catalogue is to be read anew, which is on every instance. */
    onRefresh: store.onGeneration,
    warmUp,
  }
}

export type Storefront = ReturnType<typeof createStorefront>
