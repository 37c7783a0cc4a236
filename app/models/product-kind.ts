import { MARKET_IDS, MARKETS, type Market, marketPath } from './market.ts'
import {
  HANDLES,
  handleOfLegacy,
  isBox,
  isVol2Handle,
  type Product,
  type ProductFilter,
  type ProductKind,
  productPath,
  vol2Path,
} from './product.ts'

/* What a product is, by its title, handle and tags, and which market sells it. Only pages of products load it. */

const TITLES: readonly (readonly [ProductKind, readonly string[]])[] = [
  ['vol-2', ['vol. ii', 'vol. 2', 'vol ii', 'magical you', 'pre-order']],
  ['vol-1', ['vol. i', 'vol. 1', 'phoenix edition']],
  // Before the wand: the title of the set has "magic wand" too.
  ['bundle', ["collector's set", 'collectors set']],
  ['wand', ['magic wand']],
]

/** What is known of a product where its kind matters: of a cart line, title and handle only, which is null without a page. */
export type Evidence = Pick<Product, 'title'> & {
  readonly handle: string | null
  readonly tags?: Product['tags']
}

const ANOTHER_VOLUME = /\bvol(?:ume|\.)? ?(?!(?:i|ii|1|2)\b)(?:[ivxl]+|\d+)\b/i

/**
 * The kind of a product, by its title; the collector's set by its handle too. Merch that is called after a volume, and any
 * further volume, are sold with the store's own words, as `other`. Spec: 4 Product classification
 */
export function kindOf({ title, handle, tags = [] }: Evidence): ProductKind {
  if (handle?.includes('collectors-set')) return 'bundle'
  if (isPrintOnDemand(tags) || ANOTHER_VOLUME.test(title)) return 'other'
  const plain = title.toLowerCase().replace(/[‘’]/g, "'")
  return TITLES.find(([, words]) => words.some((word) => plain.includes(word)))?.[0] ?? 'other'
}

/** The title of a product as the store has it; that of Vol. II without "(Pre-Order)" once it has shipped. */
export function currentTitle(product: Evidence, hasVol2Shipped: boolean): string {
  return hasVol2Shipped && kindOf(product) === 'vol-2'
    ? product.title.replace(/\s*\(pre-order\)/i, '')
    : product.title
}

const LIST_ORDER: readonly (readonly ProductKind[])[] = [['vol-1'], ['vol-2'], ['wand', 'bundle'], ['other']]

/**
 * Vol. I, Vol. II, magic wands, others; by title among themselves, so that the order of the store decides nothing.
 * Spec: 4 Product classification
 */
function sortForList<P extends Pick<Product, 'title' | 'handle'>>(products: readonly P[]): P[] {
  const rank = (product: P) => LIST_ORDER.findIndex((kinds) => kinds.includes(kindOf(product)))
  return [...products].sort(
    (a, b) =>
      rank(a) - rank(b) || a.title.localeCompare(b.title, 'en') || a.handle.localeCompare(b.handle, 'en'),
  )
}

function plainTags(tags: readonly string[]): string[] {
  return tags.map((tag) => tag.trim().toLowerCase())
}

/** The markets named by tags such as `market: us` (any case, the space optional). Spec: 3 Entities, Product tags */
export function marketsOfTags(tags: readonly string[]): Market[] {
  const named = new Set(plainTags(tags).map((tag) => /^market:\s*(.+)$/.exec(tag)?.[1]))
  return MARKET_IDS.filter((market) => named.has(market))
}

/** Whether the tags of a product name a market. Spec: 4 Market */
export function isSoldInMarket(product: Pick<Product, 'tags'>, market: Market): boolean {
  return marketsOfTags(product.tags).includes(market)
}

/** A product where its market matters. */
export type Offered = Pick<Product, 'title' | 'handle' | 'tags'>

/** True for Vol. I in a market that does not sell it, whatever its tags. Spec: 4 Market */
export function isHiddenInMarket(product: Offered, market: Market): boolean {
  return !MARKETS[market].sellsLimitedEdition && kindOf(product) === 'vol-1'
}

/** True when a market lists the product: it is sold there and not hidden. Spec: 4 Market */
export function isListedInMarket(product: Offered, market: Market): boolean {
  return isSoldInMarket(product, market) && !isHiddenInMarket(product, market)
}

/** The products listed in a market, in list order. Spec: 4 Market */
export function listedProducts<P extends Offered>(products: readonly P[], market: Market): P[] {
  return sortForList(products.filter((product) => isListedInMarket(product, market)))
}

/** True for the tags pod, printful or merch. Spec: 4 Cart */
export function isPrintOnDemand(tags: readonly string[]): boolean {
  return plainTags(tags).some((tag) => tag === 'pod' || tag === 'printful' || tag === 'merch')
}

/** True for the tag warehouse-item, and for print on demand. Spec: 4 Cart */
export function isCartable(tags: readonly string[]): boolean {
  return plainTags(tags).includes('warehouse-item') || isPrintOnDemand(tags)
}

/** True when the product matches the filter; null matches everything. */
export function matchesFilter(product: Offered, filter: ProductFilter | null): boolean {
  if (filter === null) return true
  if (filter === 'merch') return isPrintOnDemand(product.tags)
  if (plainTags(product.tags).includes(filter)) return true
  const kind = kindOf(product)
  if (filter === 'wizard-box') return isBox(kind)
  return kind === 'wand' || kind === 'bundle'
}

/* Where the page of a product is. */

export type ProductRedirect = { readonly to: string; readonly status: 301 | 302 }

/* Vol. I has no page in a store that does not sell it, nor has the other store's Vol. II. Spec: 4 Market */
const toList = (market: Market) => ({ to: marketPath(market, '/products'), status: 302 }) as const
const toVol2 = (market: Market) => ({ to: vol2Path(market), status: 302 }) as const

/** Whether the page of a handle is that of Vol. I, whose visitors are sent to the list. Spec: 4 Market */
export function isVol1OfOtherMarket(market: Market, handle: string): boolean {
  return !MARKETS[market].sellsLimitedEdition && handle === HANDLES.vol1
}

/**
 * The redirect that a handle alone tells; null when the catalogue must be asked. Legacy handles redirect for ever, Vol. I
 * in the US to the list, the other store's Vol. II to this store's. Spec: 2 Markets and route shape, 4 Market
 */
export function redirectOfHandle(market: Market, handle: string): ProductRedirect | null {
  const current = handleOfLegacy(handle)
  if (current !== null) return { to: productPath(market, current), status: 301 }
  if (isVol1OfOtherMarket(market, handle)) return toList(market)
  return isVol2Handle(handle) && handle !== HANDLES.vol2[market] ? toVol2(market) : null
}

/** A product's page in a market, a redirect, or null when the market does not sell it. Spec: 4 Market */
export function resolveProductPage(
  product: Product | null,
  market: Market,
): Product | ProductRedirect | null {
  if (product === null) return null
  if (isListedInMarket(product, market)) return product
  if (isHiddenInMarket(product, market)) return toList(market)
  const isVol2Elsewhere = kindOf(product) === 'vol-2' && product.handle !== HANDLES.vol2[market]
  return isVol2Elsewhere ? toVol2(market) : null
}
