import type { CartVariant, VariantsById } from '#app/models/cart.ts'
import { MARKETS, type Market } from '#app/models/market.ts'
import type { Product } from '#app/models/product.ts'
import type { FreshCache } from '../fresh/fresh-cache.server.ts'
import type { Log } from '../log/log.server.ts'
import type { StorefrontClient } from './client.server.ts'
import {
  type CataloguedProduct,
  foreignCurrency,
  toCataloguedProduct,
  toOwnedCartVariant,
  toProduct,
} from './mapping.server.ts'
import {
  CHECK_VARIANTS,
  GET_PRODUCT_BY_HANDLE,
  GET_PRODUCTS,
  GET_VARIANTS,
  type WireOwnedVariant,
  type WireProduct,
} from './operations.server.ts'

const FRESH_MS = 5 * 60_000
const STALE_MS = 60 * 60_000
/** Missing products are cached for a shorter time. */
const ABSENT_MS = 30_000
/** How many products the lists ask for, and the home page. Spec: 9 Catalogue */
export const COLLECTION_SIZE = 50
export const HOME_SIZE = 12
const HANDLE = /^[\p{L}\p{N}_-]{1,255}$/u

function productsKey(market: Market, first: number): string {
  return `products:${market}:${first}`
}

/** The storefront's catalogue, cached. Spec: 7 Storefront, 9 Catalogue */
export function createStorefrontCatalogue(
  client: StorefrontClient,
  cache: FreshCache,
  log: Pick<Log, 'error'>,
) {
  /** Product handles by variant id, collected from all products that were read. */
  const handles = { us: new Map<string, string>(), uk: new Map<string, string>() }
  const reported = new Set<Market>()

  /** Reports a configuration fault of the storefront's markets, once for each market. */
  function checkCurrency(market: Market, products: readonly WireProduct[]): void {
    if (reported.has(market)) return
    const found = products.map((product) => foreignCurrency(product, market)).find(Boolean)
    if (!found) return
    reported.add(market)
    const { countryCode, currencyCode } = MARKETS[market]
    log.error(
      { market, country: countryCode, expected: currencyCode, found },
      'the storefront has prices in another currency than the market: its markets are not set up',
    )
  }

  /**
   * The first products of the store with the prices of `market`, in the storefront's order, each with at most 10
   * variants. Includes the products of both markets, which are told apart by their tags.
   * @throws UpstreamError
   */
  function getProducts(market: Market, { first }: { readonly first: number }): Promise<readonly Product[]> {
    return cache.get({
      key: productsKey(market, first),
      freshMs: () => FRESH_MS,
      staleMs: STALE_MS,
      load: async (): Promise<readonly Product[]> => {
        const reply = await client.request(GET_PRODUCTS, { first, country: MARKETS[market].countryCode })
        checkCurrency(market, reply)
        return reply.map((product) => toProduct(product, market))
      },
    })
  }

  async function getCatalogued(market: Market, handle: string): Promise<CataloguedProduct | null> {
    if (!HANDLE.test(handle)) return null
    const catalogued = await cache.get({
      key: `product:${market}:${handle}`,
      freshMs: (value: CataloguedProduct | null) => (value === null ? ABSENT_MS : FRESH_MS),
      staleMs: STALE_MS,
      load: async () => {
        const country = MARKETS[market].countryCode
        const reply = await client.request(GET_PRODUCT_BY_HANDLE, { handle, country })
        if (reply === null) return null
        checkCurrency(market, [reply])
        return toCataloguedProduct(reply, market)
      },
    })
    for (const { id } of catalogued?.cartVariants ?? []) handles[market].set(id, handle)
    return catalogued
  }

  /** The product with up to 100 variants, or null when there is none. @throws UpstreamError */
  async function getProduct(market: Market, handle: string): Promise<Product | null> {
    return (await getCatalogued(market, handle))?.product ?? null
  }

  /** Variants whose product is not known yet: requested together, cached one by one. */
  async function getVariantsById(market: Market, ids: readonly string[]): Promise<CartVariant[]> {
    if (ids.length === 0) return []
    let reply: Promise<WireOwnedVariant[]> | null = null
    const requestOnce = () => {
      reply ??= client.request(GET_VARIANTS, { ids, country: MARKETS[market].countryCode })
      return reply
    }
    const found = await Promise.all(
      ids.map((id) =>
        cache.get({
          key: `variant:${market}:${id}`,
          freshMs: (value: CartVariant | null) => (value === null ? ABSENT_MS : FRESH_MS),
          staleMs: STALE_MS,
          load: async () => {
            const wire = (await requestOnce()).find((variant) => variant.id === id)
            return wire ? toOwnedCartVariant(wire, market) : null
          },
        }),
      ),
    )
    return found.filter((variant) => variant !== null)
  }

  /**
   * The variants with these ids, for the cart; unknown ids are left out.
   * @throws UpstreamError
   */
  async function getVariants(market: Market, ids: readonly string[]): Promise<VariantsById> {
    const wanted = new Set(ids)
    const owners = new Set([...wanted].flatMap((id) => handles[market].get(id) ?? []))
    const products = await Promise.all([...owners].map((handle) => getCatalogued(market, handle)))
    const known = products
      .flatMap((product) => product?.cartVariants ?? [])
      .filter(({ id }) => wanted.has(id))
    const missing = [...wanted].filter((id) => !known.some((variant) => variant.id === id))
    const found = [...known, ...(await getVariantsById(market, missing))]
    return new Map(found.map((variant) => [variant.id, variant]))
  }

  /**
   * Checks the availability of variants in a country, without any cache; unknown variants are unavailable.
   * @throws UpstreamError
   * Spec: 5 Checkout
   */
  async function checkVariants(ids: readonly string[], country: string) {
    if (ids.length === 0) return []
    const reply = await client.request(CHECK_VARIANTS, { ids, country })
    return ids.map((id) => ({
      id,
      availableForSale: reply.find((variant) => variant.id === id)?.availableForSale ?? false,
    }))
  }

  /**
   * Reads a market's lists and every listed product into the cache, so that they can be served during an outage.
   * Never throws.
   */
  async function warm(market: Market): Promise<void> {
    const [products] = await Promise.allSettled([
      getProducts(market, { first: COLLECTION_SIZE }),
      getProducts(market, { first: HOME_SIZE }),
    ])
    const listed = products.status === 'fulfilled' ? products.value : []
    await Promise.allSettled(listed.map((product) => getProduct(market, product.handle)))
  }

  /** Whether a market's product list could not be refreshed by the last attempt, for a notice on the page. */
  function isListFailing(market: Market): Promise<boolean> {
    return cache.isFailing(productsKey(market, COLLECTION_SIZE))
  }

  return {
    getProducts,
    getProduct,
    getVariants,
    checkVariants,
    warm,
    isListFailing,
  }
}
