import type { CartVariant, VariantsById } from '../../models/cart.ts'
import { MARKETS, type Market } from '../../models/market.ts'
import { HANDLES, type Product, type Variant } from '../../models/product.ts'
import type { FreshCache } from './catalogue-cache.server.ts'
import type { StorefrontClient } from './client.server.ts'
import { CHECK_VARIANTS, GET_PRODUCT_BY_HANDLE, GET_PRODUCTS, GET_VARIANTS } from './documents.server.ts'
import {
  type CataloguedProduct,
  toCataloguedProduct,
  toOwnedCartVariant,
  toProduct,
} from './mapping.server.ts'
import { REPLIES, type WireOwnedVariant } from './wire.server.ts'

/** Whether a variant can be had in a country, as the storefront says at this moment. */
export type CheckedVariant = {
  readonly id: string
  readonly title: string
  readonly productTitle: string
  readonly availableForSale: boolean
}

const FRESH_MS = 5 * 60_000
const STALE_MS = 60 * 60_000
/** "There is no such product" is believed for less long than a product. */
const ABSENT_MS = 30_000
const COLLECTION_SIZE = 50
const HANDLE = /^[\p{L}\p{N}_-]{1,255}$/u

function productsKey(market: Market, first: number): string {
  return `products:${market}:${first}`
}

/** The storefront's catalogue, cached. Spec: 7 Storefront, 9 Catalogue */
export function createStorefrontCatalogue(client: StorefrontClient, cache: FreshCache, now: () => number) {
  /** Which product a variant belongs to, learnt from every product that was read. */
  const handles = { us: new Map<string, string>(), uk: new Map<string, string>() }

  /**
   * The first products of the store as priced in `market`, in the storefront's order, each with at most 10 variants.
   * Products of both markets: filter by their tags. @throws UpstreamError
   */
  function getProducts(market: Market, { first }: { readonly first: number }): Promise<readonly Product[]> {
    return cache.get({
      key: productsKey(market, first),
      freshMs: () => FRESH_MS,
      staleMs: STALE_MS,
      load: async (): Promise<readonly Product[]> => {
        const reply = await client.request({
          name: 'GetProducts',
          document: GET_PRODUCTS,
          variables: { first, country: MARKETS[market].countryCode },
          reply: REPLIES.getProducts,
        })
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
        const reply = await client.request({
          name: 'GetProductByHandle',
          document: GET_PRODUCT_BY_HANDLE,
          variables: { handle, country: MARKETS[market].countryCode },
          reply: REPLIES.getProductByHandle,
        })
        return reply === null ? null : toCataloguedProduct(reply, market)
      },
    })
    for (const { id } of catalogued?.cartVariants ?? []) handles[market].set(id, handle)
    return catalogued
  }

  /** The product with up to 50 variants, or null when there is none. @throws UpstreamError */
  async function getProduct(market: Market, handle: string): Promise<Product | null> {
    return (await getCatalogued(market, handle))?.product ?? null
  }

  /** The variants of the product `magic-wand`: the fallback wands. @throws UpstreamError */
  async function getWandVariants(market: Market): Promise<readonly Variant[]> {
    return (await getProduct(market, HANDLES.wand))?.variants ?? []
  }

  async function requestVariants(market: Market, ids: readonly string[]): Promise<WireOwnedVariant[]> {
    const variables = { ids, country: MARKETS[market].countryCode }
    return client.request({
      name: 'GetVariants',
      document: GET_VARIANTS,
      variables,
      reply: REPLIES.getVariants,
    })
  }

  /** Variants that no product read so far holds, each cached by itself, asked for together. */
  async function getStrays(market: Market, ids: readonly string[]): Promise<CartVariant[]> {
    if (ids.length === 0) return []
    let asked: Promise<WireOwnedVariant[]> | null = null
    const askOnce = () => {
      asked ??= requestVariants(market, ids)
      return asked
    }
    const found = await Promise.all(
      ids.map((id) =>
        cache.get({
          key: `variant:${market}:${id}`,
          freshMs: (value: CartVariant | null) => (value === null ? ABSENT_MS : FRESH_MS),
          staleMs: STALE_MS,
          load: async () => {
            const wire = (await askOnce()).find((variant) => variant.id === id)
            return wire ? toOwnedCartVariant(wire, market) : null
          },
        }),
      ),
    )
    return found.filter((variant) => variant !== null)
  }

  /**
   * The variants with these ids as the cart wants them; an id that the storefront does not know is absent.
   * @throws UpstreamError
   */
  async function getVariants(market: Market, ids: readonly string[]): Promise<VariantsById> {
    const wanted = [...new Set(ids)]
    const owners = new Set(wanted.flatMap((id) => handles[market].get(id) ?? []))
    const products = await Promise.all([...owners].map((handle) => getCatalogued(market, handle)))
    const found = new Map<string, CartVariant>()
    for (const product of products)
      for (const variant of product?.cartVariants ?? []) found.set(variant.id, variant)
    for (const stray of await getStrays(
      market,
      wanted.filter((id) => !found.has(id)),
    ))
      found.set(stray.id, stray)
    return new Map(
      wanted.flatMap((id) => {
        const variant = found.get(id)
        return variant ? [[id, variant] as const] : []
      }),
    )
  }

  /**
   * Asks the storefront, past every cache, whether variants can be had in a country; unknown ones cannot.
   * Spec: 5 Checkout. @throws UpstreamError
   */
  async function checkVariants(ids: readonly string[], country: string): Promise<readonly CheckedVariant[]> {
    if (ids.length === 0) return []
    const reply = await client.request({
      name: 'CheckVariants',
      document: CHECK_VARIANTS,
      variables: { ids, country },
      reply: REPLIES.checkVariants,
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
   * Reads a market's lists and every listed product, so that they can be served even if the storefront then fails.
   * Never throws.
   */
  async function warm(market: Market): Promise<void> {
    const [products] = await Promise.allSettled([
      getProducts(market, { first: COLLECTION_SIZE }),
      getProducts(market, { first: 12 }),
    ])
    const listed = products.status === 'fulfilled' ? products.value : []
    await Promise.allSettled(listed.map((product) => getProduct(market, product.handle)))
  }

  /**
   * How old the collection shown in a market is, for a notice: null when it was never read.
   * `failing` while the last attempt to read it again has failed.
   */
  async function snapshot(
    market: Market,
  ): Promise<{ readonly ageMs: number; readonly failing: boolean } | null> {
    const key = productsKey(market, COLLECTION_SIZE)
    const entry = await cache.peek(key)
    return entry ? { ageMs: Math.max(0, now() - entry.at), failing: cache.isFailing(key) } : null
  }

  return { getProducts, getProduct, getWandVariants, getVariants, checkVariants, warm, snapshot }
}
