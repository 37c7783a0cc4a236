import type { DescriptionBlock } from './description-blocks.ts'
import { MARKET_IDS, type Market, marketPath } from './market.ts'
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
  /** The description as the owner has formatted it; empty for products with texts of our own. */
  readonly body: readonly DescriptionBlock[]
  readonly tags: readonly string[]
  readonly images: readonly Image[]
  readonly options: readonly { readonly name: string; readonly values: readonly string[] }[]
  readonly variants: readonly Variant[]
  /** Of all variants, also those that are not in `variants`. */
  readonly minPrice: Money | null
  readonly maxPrice: Money | null
  /** Whether any variant can be bought, also of those that are not in `variants`; null if unknown. */
  readonly isAvailable: boolean | null
}

export type ProductKind = 'vol-1' | 'vol-2' | 'wand' | 'collectors-set' | 'other'

export type ProductFilter = 'wizard-box' | 'wands' | 'merch'

const VOL_2_WORDS = ['vol. ii', 'vol. 2', 'vol ii', 'magical you', 'pre-order']
const VOL_1_WORDS = ['vol. i', 'vol. 1', 'phoenix edition']
const COLLECTORS_SET_WORDS = ["collector's set", 'collectors set']
const MAX_FEATURED = 6
const VARIANT_ID = /^(?:gid:\/\/shopify\/ProductVariant\/)?([1-9]\d{0,18})$/

function normalise(title: string): string {
  return title.toLowerCase().replace(/[‘’]/g, "'")
}

/** Whether a text contains one of some words. */
export function hasAny(text: string, words: readonly string[]): boolean {
  return words.some((word) => text.includes(word))
}

/** True when the title names Vol. II. Spec: 4 Product classification */
export function isVol2Title(title: string): boolean {
  return hasAny(normalise(title), VOL_2_WORDS)
}

/** Excludes Vol. II explicitly, because "vol. ii" contains "vol. i". Spec: 4 Product classification */
function isVol1Title(title: string): boolean {
  return hasAny(normalise(title), VOL_1_WORDS) && !isVol2Title(title)
}

/**
 * The kind of a product by its title; the collector's set also by its handle. The set is tested before the wand,
 * because its title contains "magic wand" too. Spec: 4 Product classification
 */
export function classifyProduct(title: string, handle = ''): ProductKind {
  if (isVol2Title(title)) return 'vol-2'
  if (isVol1Title(title)) return 'vol-1'
  if (hasAny(normalise(title), COLLECTORS_SET_WORDS) || handle.includes('collectors-set'))
    return 'collectors-set'
  return normalise(title).includes('magic wand') ? 'wand' : 'other'
}

/** `classifyProduct` of a product. */
export function kindOf(product: Pick<Product, 'title' | 'handle'>): ProductKind {
  return classifyProduct(product.title, product.handle)
}

const OWN_MERCH = ['keyhole-tote', 'magical-af-mug'] as const

/** A product with words and pictures of our own: by its kind, or by its handle where it is merch. */
export type OwnProduct = Exclude<ProductKind, 'other'> | (typeof OWN_MERCH)[number]

/** Which of our own products it is; null for any other. */
export function ownProduct({ kind, handle }: { kind: ProductKind; handle: string }): OwnProduct | null {
  return kind === 'other' ? (OWN_MERCH.find((own) => own === handle) ?? null) : kind
}

/** Whether a kind is a box: a volume of the Wizard Box. */
export function isVolume(kind: ProductKind): kind is 'vol-1' | 'vol-2' {
  return kind === 'vol-1' || kind === 'vol-2'
}

function listRank(title: string): number {
  if (isVol1Title(title)) return 0
  if (isVol2Title(title)) return 1
  return normalise(title).includes('magic wand') ? 2 : 3
}

/** Vol. I, Vol. II, magic wands, others; a stable sort. Spec: 4 Product classification */
export function sortForList<P extends Pick<Product, 'title'>>(products: readonly P[]): P[] {
  return [...products].sort((a, b) => listRank(a.title) - listRank(b.title))
}

function plainTags(tags: readonly string[]): string[] {
  return tags.map((tag) => tag.trim().toLowerCase())
}

/** The markets named by tags such as `market: us` (any case, the space optional). Spec: 3 Entities, Product tags */
export function marketsOfTags(tags: readonly string[]): Market[] {
  const named = new Set(plainTags(tags).map((tag) => /^market:\s*(us|uk)$/.exec(tag)?.[1]))
  return MARKET_IDS.filter((market) => named.has(market))
}

/** Whether the tags of a product name a market. Spec: 4 Market */
export function isSoldInMarket(product: Pick<Product, 'tags'>, market: Market): boolean {
  return marketsOfTags(product.tags).includes(market)
}

/** True for Vol. I in the US market, whatever its tags. Spec: 4 Market */
export function isHiddenInMarket(product: Pick<Product, 'title'>, market: Market): boolean {
  return market === 'us' && isVol1Title(product.title)
}

/** True when a market lists the product: it is sold there and not hidden. Spec: 4 Market */
export function isListedInMarket(product: Pick<Product, 'title' | 'tags'>, market: Market): boolean {
  return isSoldInMarket(product, market) && !isHiddenInMarket(product, market)
}

/** The products listed in a market, in list order. Spec: 4 Market */
export function listedProducts<P extends Pick<Product, 'title' | 'tags'>>(
  products: readonly P[],
  market: Market,
): P[] {
  return sortForList(products.filter((product) => isListedInMarket(product, market)))
}

/** The Featured Collection of the home page, 6 at most. Spec: 9 Catalogue */
export function featuredProducts<P extends Pick<Product, 'title' | 'tags'>>(
  products: readonly P[],
  market: Market,
): P[] {
  return listedProducts(products, market).slice(0, MAX_FEATURED)
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
export function matchesFilter(
  product: Pick<Product, 'title' | 'handle' | 'tags'>,
  filter: ProductFilter | null,
): boolean {
  if (filter === null) return true
  if (filter === 'merch') return isPrintOnDemand(product.tags)
  if (plainTags(product.tags).includes(filter)) return true
  const kind = kindOf(product)
  if (filter === 'wizard-box') return isVolume(kind)
  return kind === 'wand' || kind === 'collectors-set'
}

/** True when product and variant title, joined by a space, contain "gift bundle". Spec: 5 Redeem */
export function isGiftVariant(productTitle: string, variantTitle = ''): boolean {
  return `${productTitle} ${variantTitle}`.toLowerCase().includes('gift bundle')
}

/** True for an upgrade of a gift, sold with a gift only. Spec: 3 Variant title conventions */
export function isUpgradeVariant(variantTitle: string): boolean {
  return variantTitle.toLowerCase().includes('upgrade')
}

/** The variants sold in the shop: all but gift bundles and upgrades. */
export function purchasableVariants({
  title,
  variants,
}: Pick<Product, 'title' | 'variants'>): readonly Variant[] {
  return memoizePurchasable(variants, title, () =>
    variants.filter((v) => !isUpgradeVariant(v.title) && !isGiftVariant(title, v.title)),
  )
}

const memoizePurchasable = memoizeBy<readonly Variant[]>()

/** The lowest price of the purchasable variants. Spec: 3 Variant title conventions */
export function fromPrice(product: Pick<Product, 'title' | 'variants'>): Money | null {
  const prices = purchasableVariants(product).flatMap((variant) => variant.price ?? [])
  return prices.reduce<Money | null>((low, p) => (low === null || compareMoney(p, low) < 0 ? p : low), null)
}

/** The title of the only variant of a product without options. */
const DEFAULT_TITLE = 'Default Title'

/** The title of a variant for eyes; empty where the product has no options. */
export function variantTitle({ title }: Pick<Variant, 'title'>): string {
  return title === DEFAULT_TITLE ? '' : title
}

/** Whether no variant of a product can be bought. */
export function isSoldOut(product: Pick<Product, 'title' | 'variants'>): boolean {
  return !purchasableVariants(product).some((variant) => variant.availableForSale)
}

/** The path of a product's page. */
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

/** The variant with that full id, or null. */
export function findVariant(product: Pick<Product, 'variants'>, variantId: string): Variant | null {
  return product.variants.find((variant) => variant.id === variantId) ?? null
}

/** The handles that the shop refers to. */
export const HANDLES = {
  vol1: 'vol-i-phoenix-edition',
  vol2: { us: 'vol-ii-magical-you-pre-order', uk: 'vol-ii-magical-you-pre-order-1' },
  wand: 'magic-wand',
  collectorsSet: 'magic-wand-collectors-set',
} as const

/** Handles of old links, and the current ones. */
const LEGACY_HANDLES: ReadonlyMap<string, string> = new Map([
  ['wizard-box', HANDLES.vol1],
  ['magic-wands-collection-1', HANDLES.collectorsSet],
])

/** The current handle for a legacy one, or null when it is not a legacy handle. */
export function handleOfLegacy(handle: string): string | null {
  return LEGACY_HANDLES.get(handle) ?? null
}
