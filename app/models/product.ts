import { byMarket, MARKET_IDS, MARKETS, type Market, marketPath } from './market.ts'
import { memoizeBy } from './memoize.ts'
import { compareMoney, type Money } from './money.ts'

export type Image = {
  readonly url: string
  readonly altText: string | null
  readonly width: number | null
  readonly height: number | null
}

export type SelectedOption = { readonly name: string; readonly value: string }

export type Variant = {
  /** `gid://shopify/ProductVariant/<digits>` */
  readonly id: string
  readonly title: string
  readonly price: Money | null
  readonly availableForSale: boolean
  readonly selectedOptions: readonly SelectedOption[]
}

export type Product = {
  readonly id: string
  readonly handle: string
  readonly title: string
  readonly description: string
  /** The description as safe HTML, as the owner has formatted it; empty for products with texts of our own. */
  readonly body: string
  readonly tags: readonly string[]
  readonly images: readonly Image[]
  readonly options: readonly { readonly name: string; readonly values: readonly string[] }[]
  /** All of them. */
  readonly variants: readonly Variant[]
}

/** What a product has for sale. Which variants are bought one by one is told by its title and theirs. */
export type Variants = Pick<Product, 'variants'>
export type TitledVariants = Pick<Product, 'title' | 'variants'>

export type ProductKind = 'vol-1' | 'vol-2' | 'wand' | 'bundle' | 'other'

export type ProductFilter = 'wizard-box' | 'wands' | 'merch'

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

/** How many of the first twelve products the home page shows. Spec: 9 Catalogue */
const MAX_FEATURED = 6
/** Products of the collection at first, and with each *Show more*; more than 500 are never read. Spec: 9 Catalogue */
export const SHOWN_AT_ONCE = 50
const MAX_SHOWN = 500
const VARIANT_ID = /^(?:gid:\/\/shopify\/ProductVariant\/)?([1-9]\d{0,18})$/

/** The kind that a title alone suggests, by its whole words. Spec: 4 Product classification */
export function classifyTitle(title: string): ProductKind {
  const plain = title.replace(/[‘’]/g, "'")
  return TITLES.find(([, words]) => words.test(plain))?.[0] ?? 'other'
}

/** What is known of a product where its kind matters: of a cart line, title and handle only. */
export type Evidence = Pick<Product, 'title' | 'handle'> &
  Partial<Pick<Product, 'tags'>> & { readonly variants?: readonly Pick<Variant, 'title'>[] }

/**
 * The kind of a product by evidence: our own handle with a title that agrees, or the tags that only such a product has.
 * Others may be called "Vol. III" or "Holiday Pre-Order", or be a copy of a volume: they are sold with the store's own
 * words, as `other`.
 */
export function kindOf({ title, handle, tags = [], variants = [] }: Evidence): ProductKind {
  const named = classifyTitle(title)
  const tagged = plainTags(tags)
  const isAnotherVolume = /\bvol(?:ume|\.)? ?(?!(?:i|ii|1|2)\b)(?:[ivxl]+|\d+)\b/i.test(title)
  const isGiven = variants.some((variant) => isGiftVariant(title, variant.title))
  if (isVol2Handle(handle) && named === 'vol-2') return 'vol-2'
  if (handle === HANDLES.vol1 && named === 'vol-1') return 'vol-1'
  if (tagged.includes('volume-1') && !isAnotherVolume) return 'vol-1'
  if (tagged.includes('pre-order') && isGiven && !isAnotherVolume) return 'vol-2'
  if (handle.includes('collectors-set')) return 'bundle'
  if (named !== 'bundle' && named !== 'wand') return 'other'
  return handle === HANDLES.wand || tagged.includes('wands') ? named : 'other'
}

/** Whether a title looks like that of a volume which the product is not. The check-up warns of it. */
export function looksLikeVolume(product: Evidence): boolean {
  const isNamed =
    isBox(classifyTitle(product.title)) || /\bvol(?:ume|\.)? ?(?:[ivxl]+|\d+)\b/i.test(product.title)
  return isNamed && !isBox(kindOf(product))
}

/** The title of a product as the store has it; that of Vol. II without "(Pre-Order)" once it has shipped. */
export function currentTitle(product: Evidence, hasVol2Shipped: boolean): string {
  return hasVol2Shipped && kindOf(product) === 'vol-2'
    ? product.title.replace(/\s*\(pre-order\)/i, '')
    : product.title
}

/** The kind of what a cart or an order names; without a handle the name is ours, given by the line's options. */
export function kindOfLine(line: { readonly title: string; readonly handle: string | null }): ProductKind {
  return line.handle === null ? classifyTitle(line.title) : kindOf({ title: line.title, handle: line.handle })
}

const OWN_MERCH = ['keyhole-tote', 'magical-af-mug'] as const

/** A product with words and pictures of our own: by its kind, or by its handle where it is merch. */
export type OwnProduct = Exclude<ProductKind, 'other'> | (typeof OWN_MERCH)[number]

export function ownProduct({ kind, handle }: { kind: ProductKind; handle: string }): OwnProduct | null {
  return kind === 'other' ? (OWN_MERCH.find((own) => own === handle) ?? null) : kind
}

export function isBox(kind: ProductKind): kind is 'vol-1' | 'vol-2' {
  return kind === 'vol-1' || kind === 'vol-2'
}

const LIST_ORDER: readonly (readonly ProductKind[])[] = [['vol-1'], ['vol-2'], ['wand', 'bundle'], ['other']]

/**
 * Vol. I, Vol. II, magic wands, others; by title among themselves, so that the order of the store decides nothing.
 * Spec: 4 Product classification
 */
export function sortForList<P extends Evidence>(products: readonly P[]): P[] {
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
export type Offered = Evidence & Pick<Product, 'tags'>

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

/** The products listed in a market, in list order. Spec: 4 Market */
export function listedProducts<P extends Offered>(products: readonly P[], market: Market): P[] {
  return sortForList(products.filter((product) => isListedInMarket(product, market)))
}

/** The Featured Collection of the home page: of its first 12 products 6 at most. Spec: 9 Catalogue */
export function featuredProducts<P>(listed: readonly P[]): readonly P[] {
  return listed.slice(0, MAX_FEATURED)
}

/** How many products of a list are shown, from its query: a multiple of 50; null for anything else. */
export function parseShown(value: unknown): number | null {
  const shown = typeof value === 'string' && /^\d{1,3}$/.test(value) ? Number(value) : 0
  return shown > SHOWN_AT_ONCE && shown <= MAX_SHOWN && shown % SHOWN_AT_ONCE === 0 ? shown : null
}

/** True for the tags pod, printful or merch. Spec: 4 Cart */
export function isPrintOnDemand(tags: readonly string[]): boolean {
  return plainTags(tags).some((tag) => tag === 'pod' || tag === 'printful' || tag === 'merch')
}

/** True for the tag warehouse-item, and for print on demand. Spec: 4 Cart */
export function isCartable(tags: readonly string[]): boolean {
  return plainTags(tags).includes('warehouse-item') || isPrintOnDemand(tags)
}

/** Parses the filter of the list (`?filter=wizard-box`); null is no filter. */
export function parseProductFilter(value: unknown): ProductFilter | null {
  return value === 'wizard-box' || value === 'wands' || value === 'merch' ? value : null
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

/** True when product and variant title, joined by a space, contain "gift bundle". Spec: 5 Redeem */
export function isGiftVariant(productTitle: string, variantTitle = ''): boolean {
  return `${productTitle} ${variantTitle}`.toLowerCase().includes('gift bundle')
}

/** True for an upgrade of a gift, sold with a gift only. Spec: 3 Variant title conventions */
export function isUpgradeVariant(variantTitle: string): boolean {
  return variantTitle.toLowerCase().includes('upgrade')
}

const purchasable = memoizeBy((variants: readonly Variant[], title: string): readonly Variant[] =>
  variants.filter((v) => !isUpgradeVariant(v.title) && !isGiftVariant(title, v.title)),
)

/** The variants sold in the shop: all but gift bundles and upgrades. */
export function purchasableVariants({ title, variants }: TitledVariants): readonly Variant[] {
  return purchasable(variants, title)
}

/** The lowest price of the purchasable variants. Spec: 3 Variant title conventions */
export function fromPrice(product: TitledVariants): Money | null {
  const prices = purchasableVariants(product).flatMap(({ price }) => price ?? [])
  return prices.sort(compareMoney)[0] ?? null
}

/** The title of the only variant of a product without options. */
export const DEFAULT_TITLE = 'Default Title'

/** The title of a variant for eyes; empty where the product has no options. */
export function variantTitle({ title }: Pick<Variant, 'title'>): string {
  return title === DEFAULT_TITLE ? '' : title
}

export function isSoldOut(product: TitledVariants): boolean {
  return !purchasableVariants(product).some((variant) => variant.availableForSale)
}

export function productPath(market: Market, handle: string): string {
  return marketPath(market, `/product/${encodeURIComponent(handle)}`)
}

/** Parses a variant id, `gid://shopify/ProductVariant/<digits>` or digits only, to its full form; null otherwise. */
export function parseVariantId(value: unknown): string | null {
  if (typeof value !== 'string') return null
  const digits = VARIANT_ID.exec(value.trim())?.[1]
  return digits === undefined ? null : `gid://shopify/ProductVariant/${digits}`
}

/** The digits of a variant id, as used in URLs and forms; null when it is invalid. */
export function variantDigits(variantId: string): string | null {
  return VARIANT_ID.exec(variantId)?.[1] ?? null
}

export function findVariant(product: Variants, variantId: string): Variant | null {
  return product.variants.find((variant) => variant.id === variantId) ?? null
}

export const HANDLES = {
  vol1: 'vol-i-phoenix-edition',
  vol2: byMarket((market) => market.vol2Handle),
  wand: 'magic-wand',
  bundle: 'magic-wand-collectors-set',
} as const

/** The path of Vol. II, which has another handle in each market. */
export function vol2Path(market: Market): string {
  return productPath(market, HANDLES.vol2[market])
}

export function isVol2Handle(handle: string): boolean {
  return Object.values(HANDLES.vol2).includes(handle)
}

const LEGACY_HANDLES: ReadonlyMap<string, string> = new Map([
  ['wizard-box', HANDLES.vol1],
  ['magic-wands-collection-1', HANDLES.bundle],
])

/** The current handle for a legacy one, or null when it is not a legacy handle. */
export function handleOfLegacy(handle: string): string | null {
  return LEGACY_HANDLES.get(handle) ?? null
}
