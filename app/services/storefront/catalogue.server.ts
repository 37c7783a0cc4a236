import type { CartVariant, VariantsById } from '../../models/cart.ts'
import { MARKETS, type Market } from '../../models/market.ts'
import type { Product } from '../../models/product.ts'
import type { Log } from '../log/log.server.ts'
import type { FreshCache } from './catalogue-cache.server.ts'
import type { StorefrontClient } from './client.server.ts'
import { CHECK_VARIANTS, GET_PRODUCT_BY_HANDLE, GET_PRODUCTS, GET_VARIANTS } from './documents.server.ts'
import {
  type CataloguedProduct,
  foreignCurrency,
  toCataloguedProduct,
  toOwnedCartVariant,
  toProduct,
} from './mapping.server.ts'
import { REPLIES, type WireOwnedVariant, type WireProduct } from './wire.server.ts'

/** A variant's current availability in a country. */
export type CheckedVariant = {
  readonly id: string
  readonly title: string
  readonly productTitle: string
  readonly availableForSale: boolean
}

const FRESH_MS = 5 * 60_000
const STALE_MS = 60 * 60_000
/** Missing products are cached for a shorter time. */
const ABSENT_MS = 30_000
/** Number of products that the lists request, and that the home page requests. */
const COLLECTION_SIZE = 50
const HOME_SIZE = 12
const HANDLE = /^[\p{L}\p{N}_-]{1,255}$/u

function productsKey(market: Market, first: number): string {
  return `products:${market}:${first}`
}

/** What all functions of the catalogue share. */
type Source = {
  readonly client: StorefrontClient
  readonly cache: FreshCache
  /** Product handles by variant id, collected from all products that were read. */
  readonly handles: Readonly<Record<Market, Map<string, string>>>
  /** Reports a configuration fault of the storefront's markets, once for each market. */
  readonly checkCurrency: (market: Market, products: readonly WireProduct[]) => void
}

/** The storefront's catalogue, cached. Spec: 7 Storefront, 9 Catalogue */
export function createStorefrontCatalogue(
  client: StorefrontClient,
  cache: FreshCache,
  log: Pick<Log, 'error'>,
  now: () => number,
) {
  const handles = { us: new Map<string, string>(), uk: new Map<string, string>() }
  const source: Source = { client, cache, handles, checkCurrency: createCurrencyCheck(log) }

  return {
    getProducts: (market: Market, { first }: { readonly first: number }) =>
      getProducts(source, market, first),
    getProduct: (market: Market, handle: string) => getProduct(source, market, handle),
    getVariants: (market: Market, ids: readonly string[]) => getVariants(source, market, ids),
    checkVariants: (ids: readonly string[], country: string) => checkVariants(source, ids, country),
    warm: (market: Market) => warm(source, market),
    snapshot: (market: Market) => snapshot(source, now, market),
  }
}

function createCurrencyCheck(log: Pick<Log, 'error'>): Source['checkCurrency'] {
  const reported = new Set<Market>()
  return (market, products) => {
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
}

/**
 * The first products of the store with the prices of `market`, in the storefront's order, each with at most 10
 * variants. Includes the products of both markets, which are told apart by their tags.
 * @throws UpstreamError
 */
function getProducts(source: Source, market: Market, first: number): Promise<readonly Product[]> {
  return source.cache.get({
    key: productsKey(market, first),
    freshMs: () => FRESH_MS,
    staleMs: STALE_MS,
    load: async (): Promise<readonly Product[]> => {
      const reply = await source.client.request({
        name: 'GetProducts',
        document: GET_PRODUCTS,
        variables: { first, country: MARKETS[market].countryCode },
        reply: REPLIES.getProducts,
      })
      source.checkCurrency(market, reply)
      return reply.map((product) => toProduct(product, market))
    },
  })
}

async function getCatalogued(
  source: Source,
  market: Market,
  handle: string,
): Promise<CataloguedProduct | null> {
  if (!HANDLE.test(handle)) return null
  const catalogued = await source.cache.get({
    key: `product:${market}:${handle}`,
    freshMs: (value: CataloguedProduct | null) => (value === null ? ABSENT_MS : FRESH_MS),
    staleMs: STALE_MS,
    load: async () => {
      const reply = await source.client.request({
        name: 'GetProductByHandle',
        document: GET_PRODUCT_BY_HANDLE,
        variables: { handle, country: MARKETS[market].countryCode },
        reply: REPLIES.getProductByHandle,
      })
      if (reply === null) return null
      source.checkCurrency(market, [reply])
      return toCataloguedProduct(reply, market)
    },
  })
  for (const { id } of catalogued?.cartVariants ?? []) source.handles[market].set(id, handle)
  return catalogued
}

/** The product with up to 50 variants, or null when there is none. @throws UpstreamError */
async function getProduct(source: Source, market: Market, handle: string): Promise<Product | null> {
  return (await getCatalogued(source, market, handle))?.product ?? null
}

async function requestVariants(
  source: Source,
  market: Market,
  ids: readonly string[],
): Promise<WireOwnedVariant[]> {
  const variables = { ids, country: MARKETS[market].countryCode }
  return source.client.request({
    name: 'GetVariants',
    document: GET_VARIANTS,
    variables,
    reply: REPLIES.getVariants,
  })
}

/** Variants whose product is not known yet: requested together, cached one by one. */
async function getVariantsById(
  source: Source,
  market: Market,
  ids: readonly string[],
): Promise<CartVariant[]> {
  if (ids.length === 0) return []
  let reply: Promise<WireOwnedVariant[]> | null = null
  const requestOnce = () => {
    reply ??= requestVariants(source, market, ids)
    return reply
  }
  const found = await Promise.all(
    ids.map((id) =>
      source.cache.get({
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
async function getVariants(source: Source, market: Market, ids: readonly string[]): Promise<VariantsById> {
  const uniqueIds = [...new Set(ids)]
  const owners = new Set(uniqueIds.flatMap((id) => source.handles[market].get(id) ?? []))
  const products = await Promise.all([...owners].map((handle) => getCatalogued(source, market, handle)))
  const found = new Map<string, CartVariant>()
  for (const product of products)
    for (const variant of product?.cartVariants ?? []) found.set(variant.id, variant)
  const missing = uniqueIds.filter((id) => !found.has(id))
  for (const variant of await getVariantsById(source, market, missing)) found.set(variant.id, variant)
  return new Map(
    uniqueIds.flatMap((id) => {
      const variant = found.get(id)
      return variant ? [[id, variant] as const] : []
    }),
  )
}

/**
 * Checks the availability of variants in a country, without any cache; unknown variants are unavailable.
 * @throws UpstreamError
 * Spec: 5 Checkout
 */
async function checkVariants(
  source: Source,
  ids: readonly string[],
  country: string,
): Promise<readonly CheckedVariant[]> {
  if (ids.length === 0) return []
  const reply = await source.client.request({
    name: 'CheckVariants',
    document: CHECK_VARIANTS,
    variables: { ids, country },
    reply: REPLIES.checkVariants,
    isForVisitor: true,
  })
  return ids.map((id) => {
    const found = reply.find((variant) => variant.id === id)
    return found
      ? {
          id,
          title: found.title,
          productTitle: found.product.title,
          availableForSale: found.availableForSale,
        }
      : { id, title: '', productTitle: '', availableForSale: false }
  })
}

/**
 * Reads a market's lists and every listed product into the cache, so that they can be served during an outage.
 * Never throws.
 */
async function warm(source: Source, market: Market): Promise<void> {
  const [products] = await Promise.allSettled([
    getProducts(source, market, COLLECTION_SIZE),
    getProducts(source, market, HOME_SIZE),
  ])
  const listed = products.status === 'fulfilled' ? products.value : []
  await Promise.allSettled(listed.map((product) => getProduct(source, market, product.handle)))
}

/**
 * The state of a market's product list, for a notice on the page.
 * @returns its age in ms, and whether the last attempt to refresh it failed; null when it was never read
 */
async function snapshot(
  source: Source,
  now: () => number,
  market: Market,
): Promise<{ readonly ageMs: number; readonly failing: boolean } | null> {
  const key = productsKey(market, COLLECTION_SIZE)
  const entry = await source.cache.peek(key)
  return entry ? { ageMs: Math.max(0, now() - entry.at), failing: source.cache.isFailing(key) } : null
}
