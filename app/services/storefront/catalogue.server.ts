import type { CartVariant, VariantsById } from '#app/models/cart.ts'
import { MARKETS, type Market } from '#app/models/market.ts'
import type { Product } from '#app/models/product.ts'
import { listedProducts } from '#app/models/product-kind.ts'
import { type FreshCache, TRANSIENT } from '../fresh/fresh-cache.server.ts'
import type { Log } from '../log/log.server.ts'
import type { StorefrontClient } from './client.server.ts'
import {
  type CataloguedProduct,
  toCataloguedProduct,
  toOwnedCartVariant,
  type WholeProduct,
} from './mapping.server.ts'
import {
  CHECK_VARIANTS,
  GET_MORE_VARIANTS,
  GET_PRODUCT_BY_HANDLE,
  GET_PRODUCTS,
  GET_VARIANTS,
  type WireProduct,
} from './operations.server.ts'

const FRESH_MS = 5 * 60_000
const STALE_MS = 60 * 60_000
/** Missing products are cached for a shorter time. */
const ABSENT_MS = 30_000
/** Products of a market that are read at most, and how many there are on a page of the reply. */
const MAX_PRODUCTS = 500
const PAGE_SIZE = 50
/** More pages of variants than a product of Shopify can have. */
const MAX_VARIANT_PAGES = 50
const AT_A_TIME = 10
const HANDLE = /^[\p{L}\p{N}_-]{1,255}$/u

function productsKey(market: Market): string {
  return `products:${market}`
}

/** The results of all, of which ten at a time are worked on. @throws what the first one throws */
async function inTurns<Item, Result>(
  items: readonly Item[],
  work: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = []
  for (let at = 0; at < items.length; at += AT_A_TIME)
    results.push(...(await Promise.all(items.slice(at, at + AT_A_TIME).map(work))))
  return results
}

/** The storefront's catalogue, cached. Spec: 7 Storefront, 9 Catalogue */
export function createStorefrontCatalogue(
  client: StorefrontClient,
  cache: FreshCache,
  log: Pick<Log, 'warn' | 'error'>,
  hasVol2Shipped: (market: Market) => Promise<boolean>,
) {
  const nowIn = async (market: Market) => ({ market, hasVol2Shipped: await hasVol2Shipped(market) })
  /** Product handles by variant id, collected from all products that were read. */
  const handles = new Map<string, string>()

  /** A product with its variants of all pages. @throws UpstreamError */
  async function withAllVariants(wire: WireProduct, country: string): Promise<WholeProduct> {
    let { entries: variants, next } = wire.variants
    for (let page = 1; next !== null && page < MAX_VARIANT_PAGES; page += 1) {
      const more = await client.request(GET_MORE_VARIANTS, { id: wire.id, after: next, country })
      variants = [...variants, ...more.entries]
      next = more.next
    }
    return { ...wire, variants: [...new Map(variants.map((variant) => [variant.id, variant])).values()] }
  }

  /** The products of a market from all pages, each once. @throws UpstreamError */
  async function readProducts(market: Market): Promise<WholeProduct[]> {
    const country = MARKETS[market].countryCode
    const found = new Map<string, WireProduct>()
    // Both forms that the tag may have. Spec: 3 Product tags
    const query = `tag:'market: ${market}' OR tag:'market:${market}'`
    let after: string | null = null
    for (let read = 0; read < MAX_PRODUCTS; read += PAGE_SIZE) {
      const page: { entries: WireProduct[]; next: string | null } = await client.request(GET_PRODUCTS, {
        query,
        after,
        country,
      })
      for (const product of page.entries) found.set(product.id, product)
      after = page.next
      if (after === null) break
    }
    if (after !== null) log.warn({ market, read: found.size }, 'the store has more products than are read')
    return inTurns([...found.values()], (product) => withAllVariants(product, country))
  }

  /** The products that a market lists, with all their variants, in list order. @throws UpstreamError */
  function getProducts(market: Market): Promise<readonly Product[]> {
    return cache.get({
      key: productsKey(market),
      freshMs: () => FRESH_MS,
      staleMs: STALE_MS,
      load: async (): Promise<readonly Product[]> => {
        const [wire, marketNow] = await Promise.all([readProducts(market), nowIn(market)])
        return listedProducts(
          wire.map((product) => toCataloguedProduct(product, marketNow).product),
          market,
        )
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
        const whole = await withAllVariants(reply, country)
        return toCataloguedProduct(whole, await nowIn(market))
      },
    })
    for (const { id } of catalogued?.cartVariants ?? []) handles.set(`${market} ${id}`, handle)
    return catalogued
  }

  /** The product with all its variants, or null when there is none. @throws UpstreamError */
  async function getProduct(market: Market, handle: string): Promise<Product | null> {
    return (await getCatalogued(market, handle))?.product ?? null
  }

  /** Variants whose product is not known. */
  async function readVariants(market: Market, ids: readonly string[]): Promise<readonly CartVariant[]> {
    if (ids.length === 0) return []
    return cache.get({
      key: `${TRANSIENT}variants:${market}:${ids.toSorted()}`,
      freshMs: (found: readonly CartVariant[]) => (found.length < ids.length ? ABSENT_MS : FRESH_MS),
      staleMs: STALE_MS,
      load: async () => {
        const reply = await client.request(GET_VARIANTS, { ids, country: MARKETS[market].countryCode })
        const marketNow = await nowIn(market)
        return reply.map((variant) => toOwnedCartVariant(variant, marketNow))
      },
    })
  }

  /** The variants with these ids, for the cart; unknown ids are left out. @throws UpstreamError */
  async function getVariants(market: Market, ids: readonly string[]): Promise<VariantsById> {
    const wanted = new Set(ids)
    const owners = new Set([...wanted].flatMap((id) => handles.get(`${market} ${id}`) ?? []))
    const products = await Promise.all([...owners].map((handle) => getCatalogued(market, handle)))
    const known = products
      .flatMap((product) => product?.cartVariants ?? [])
      .filter(({ id }) => wanted.has(id))
    const missing = [...wanted].filter((id) => !known.some((variant) => variant.id === id))
    const found = [...known, ...(await readVariants(market, missing))]
    return new Map(found.map((variant) => [variant.id, variant]))
  }

  /** Asks the store, without any cache; unknown variants are unavailable. @throws UpstreamError Spec: 5 Checkout */
  async function checkVariants(ids: readonly string[], country: string) {
    if (ids.length === 0) return []
    const reply = await client.request(CHECK_VARIANTS, { ids, country })
    return ids.map((id) => ({
      id,
      availableForSale: reply.find((variant) => variant.id === id)?.availableForSale ?? false,
    }))
  }

  /** Reads a market's list and its products into the cache, for an outage. Never throws. */
  async function warm(market: Market): Promise<void> {
    const listed = await getProducts(market).catch(() => [])
    await inTurns(listed, (product) => getProduct(market, product.handle).catch(() => null))
  }

  /** Whether a market's product list could not be refreshed by the last attempt, for a notice on the page. */
  function isListFailing(market: Market): Promise<boolean> {
    return cache.isFailing(productsKey(market))
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
