import { MARKET_IDS, MARKETS, type Market, marketPath } from './market.ts'
import {
  HANDLES,
  handleOfLegacy,
  isBox,
  isGiftVariant,
  isVol2Handle,
  type Product,
  type ProductFilter,
  type ProductKind,
  productPath,
  type Variant,
  vol2Path,
} from './product.ts'

/* What a product is, by its title, handle and tags, and which market sells it. Only pages of products load it. */

/** Matches a text that has one of some words, whole: "Vol. III" does not have "vol. ii". */
function wholeWords(...words: readonly string[]): RegExp {
  return new RegExp(
    `(?:^|[^\\p{L}\\p{N}])(?:${words.join('|').replaceAll('.', '\\.')})(?![\\p{L}\\p{N}])`,
    'iu',
  )
}

const TITLES: readonly (readonly [ProductKind, RegExp])[] = [
  ['vol-2', wholeWords('vol. ii', 'vol. 2', 'vol ii', 'magical you', 'pre-order')],
  ['vol-1', wholeWords('vol. i', 'vol. 1', 'phoenix edition')],
  // Before the wand: the title of the set has "magic wand" too.
  ['bundle', wholeWords("collector's set", 'collectors set')],
  ['wand', wholeWords('magic wand', 'magic wands')],
]

/** The kind that a title alone suggests, by its whole words. Spec: 4 Product classification */
function classifyTitle(title: string): ProductKind {
  const plain = title.replace(/[‘’]/g, "'")
  return TITLES.find(([, words]) => words.test(plain))?.[0] ?? 'other'
}

/** What is known of a product where its kind matters: of a cart line, title and handle only, which is null without a page. */
export type Evidence = Pick<Product, 'title'> & {
  readonly handle: string | null
  readonly tags?: Product['tags']
  readonly variants?: readonly Pick<Variant, 'title'>[]
}

const ANOTHER_VOLUME = /\bvol(?:ume|\.)? ?(?!(?:i|ii|1|2)\b)(?:[ivxl]+|\d+)\b/i

/**
 * The kind of a product by evidence: our own handle with a title that agrees, or the tags that only such a product has.
 * Others may be called "Vol. III" or "Holiday Pre-Order", or be a copy of a volume: they are sold with the store's own
 * words, as `other`. Without a handle the title is ours, given by the options of a cart's line.
 * Spec: 4 Product classification
 */
export function kindOf({ title, handle, tags = [], variants = [] }: Evidence): ProductKind {
  const named = classifyTitle(title)
  if (handle === null) return named
  const tagged = plainTags(tags)
  const isAnotherVolume = ANOTHER_VOLUME.test(title)
  const isGiven = variants.some((variant) => isGiftVariant(title, variant.title))
  if (isVol2Handle(handle) && named === 'vol-2') return 'vol-2'
  if (handle === HANDLES.vol1 && named === 'vol-1') return 'vol-1'
  if (tagged.includes('volume-1') && !isAnotherVolume) return 'vol-1'
  if (tagged.includes('pre-order') && isGiven && !isAnotherVolume) return 'vol-2'
  if (handle.includes('collectors-set')) return 'bundle'
  if (named !== 'bundle' && named !== 'wand') return 'other'
  return handle === HANDLES.wand || tagged.includes('wands') ? named : 'other'
}

/** The title of a product as the store has it; that of Vol. II without "(Pre-Order)" once it has shipped. */
export function currentTitle(product: Evidence, hasVol2Shipped: boolean): string {
  return hasVol2Shipped && kindOf(product) === 'vol-2'
    ? product.title.replace(/\s*\(pre-order\)/i, '')
    : product.title
}

const LIST_ORDER: readonly (readonly ProductKind[])[] = [['vol-1'], ['vol-2'], ['wand', 'bundle'], ['other']]

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
export type Offered = Evidence & Pick<Product, 'handle' | 'tags'>

/**
 * True for Vol. I in a market that does not sell it, whatever its tags; also by its title alone, but for merch that is
 * called after it. Spec: 4 Market
 */
export function isHiddenInMarket(product: Offered, market: Market): boolean {
  if (MARKETS[market].sellsLimitedEdition) return false
  const isNamed = classifyTitle(product.title) === 'vol-1' && !isPrintOnDemand(product.tags)
  return isNamed || kindOf(product) === 'vol-1'
}

/** True when a market lists the product: it is sold there and not hidden. Spec: 4 Market */
export function isListedInMarket(product: Offered, market: Market): boolean {
  return isSoldInMarket(product, market) && !isHiddenInMarket(product, market)
}

/**
 * The products listed in a market: Vol. I, Vol. II, magic wands, others; by title among themselves, so that the order of the
 * store decides nothing. Spec: 4 Market, Product classification
 */
export function listedProducts<P extends Offered>(products: readonly P[], market: Market): P[] {
  const rank = (product: P) => LIST_ORDER.findIndex((kinds) => kinds.includes(kindOf(product)))
  return products
    .filter((product) => isListedInMarket(product, market))
    .sort(
      (a, b) =>
        rank(a) - rank(b) || a.title.localeCompare(b.title, 'en') || a.handle.localeCompare(b.handle, 'en'),
    )
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
