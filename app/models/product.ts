import { byMarket, type Market, marketPath } from './market.ts'
import { memoizeBy } from './memoize.ts'
import { compareMoney, type Money } from './money.ts'

export type Image = {
  readonly url: string
  readonly altText: string | null
  readonly width: number | null
  readonly height: number | null
}

export type Variant = {
  /** `gid://shopify/ProductVariant/<digits>` */
  readonly id: string
  readonly title: string
  readonly price: Money | null
  readonly availableForSale: boolean
  readonly selectedOptions: readonly { readonly name: string; readonly value: string }[]
}

export type Product = {
  readonly id: string
  readonly handle: string
  readonly title: string
  readonly description: string
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

/** How many of the first twelve products the home page shows. Spec: 9 Catalogue */
const MAX_FEATURED = 6
/** Products of the collection at first, and with each *Show more*; more than 500 are never read. Spec: 9 Catalogue */
export const SHOWN_AT_ONCE = 50
const MAX_SHOWN = 500
const VARIANT_ID = /^(?:gid:\/\/shopify\/ProductVariant\/)?([1-9]\d{0,18})$/

const OWN_MERCH = ['keyhole-tote', 'magical-af-mug'] as const

/** A product with words and pictures of our own: by its kind, or by its handle where it is merch. */
export type OwnProduct = Exclude<ProductKind, 'other'> | (typeof OWN_MERCH)[number]

export function ownProduct({ kind, handle }: { kind: ProductKind; handle: string }): OwnProduct | null {
  return kind === 'other' ? (OWN_MERCH.find((own) => own === handle) ?? null) : kind
}

export function isBox(kind: ProductKind): kind is 'vol-1' | 'vol-2' {
  return kind === 'vol-1' || kind === 'vol-2'
}

/** The Featured Collection of the home page: of its first 12 products 6 at most. Spec: 9 Catalogue */
export function featuredProducts<P>(listed: readonly P[]): readonly P[] {
  return listed.slice(0, MAX_FEATURED)
}

/** How many products of a list are shown, from its query: a multiple of 50; 50 for anything else. */
export function parseShown(value: string | null): number {
  const shown = Number(value)
  return shown > 0 && shown <= MAX_SHOWN && shown % SHOWN_AT_ONCE === 0 ? shown : SHOWN_AT_ONCE
}

/** Parses the filter of the list (`?filter=wizard-box`); null is no filter. */
export function parseProductFilter(value: unknown): ProductFilter | null {
  return value === 'wizard-box' || value === 'wands' || value === 'merch' ? value : null
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
export const purchasableVariants = memoizeBy(({ title, variants }: TitledVariants): readonly Variant[] =>
  variants.filter((one) => !isUpgradeVariant(one.title) && !isGiftVariant(title, one.title)),
)

/** The lowest price of the purchasable variants. Spec: 3 Variant title conventions */
export function fromPrice(product: TitledVariants): Money | null {
  const prices = purchasableVariants(product).flatMap(({ price }) => price ?? [])
  return prices.sort(compareMoney)[0] ?? null
}

/** The title of the only variant of a product without options. */
const DEFAULT_TITLE = 'Default Title'

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
