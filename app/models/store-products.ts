import { startOf } from '#supabase/functions/_shared/forms/company-facts.ts'
import { bundleTitle, bundleVariant } from './bundle.ts'
import { factsOf } from './facts.ts'
import { BUNDLE_SIZES, LIST_PRICES } from './list-prices.ts'
import { LIMITED_EDITION_MARKET, MARKET_IDS, type Market } from './market.ts'
import { EDITIONS } from './option-choice.ts'
import {
  HANDLES,
  isGiftVariant,
  isUpgradeVariant,
  kindOf,
  type Product,
  type ProductKind,
  type Variant,
} from './product.ts'
import {
  MUG_DESCRIPTION,
  SET_DESCRIPTION,
  TOTE_DESCRIPTION,
  vol1Description,
  vol2Description,
  WAND_DESCRIPTION,
} from './product-descriptions.ts'
import {
  boxVariants,
  EDITION_COPIES,
  giftVariants,
  merchVariant,
  PICTURE_OF_EDITION,
  type ProductPicture,
  premiumSets,
  productPicture,
  type RequiredVariant,
  upgradeVariants,
  wandVariants,
} from './store-variants.ts'
import { plainTitle, WAND_STYLES } from './wands.ts'

/**
 * The one list of the products and variants that the shop sells: what a store must have for the rules of the shop to
 * find its boxes, wands, gifts and upgrades. The embedded store is filled from it, set-up creates it, the check looks
 * for it. Product: 4 The embedded catalogue
 */

export type RequiredProduct = {
  readonly handle: string
  readonly title: string
  readonly kind: ProductKind
  readonly productType: 'Wizard Box' | 'Wand' | 'Merch'
  readonly markets: readonly Market[]
  /** All tags, those of the markets too. */
  readonly tags: readonly string[]
  /** One paragraph per item. */
  readonly description: readonly string[]
  /** The name of the one option that the variants differ in. */
  readonly option: string
  readonly pictures: readonly ProductPicture[]
  readonly variants: readonly RequiredVariant[]
}

/** The title of a tag that puts a product into a market. Spec: 3 Product tags */
function marketTag(market: Market): string {
  return `market: ${market}`
}

function tagsOf(markets: readonly Market[], ...others: readonly string[]): string[] {
  return [...markets.map(marketTag), ...others]
}

const VOL_2_ENVELOPE =
  'Every Vol. II pre-order includes the Gift Edition Envelope, so you can hand somebody a letter and a set of magic words while the box is on its way.'

const VOL_2 = {
  title: 'Vol. II: Magical You (Pre-Order)',
  kind: 'vol-2',
  productType: 'Wizard Box',
  option: 'Option',
  // The shop shows the first five: whole, in use, open, its size, in its envelope.
  pictures: [
    'product-vol2-closed',
    'product-vol2-touch',
    'product-vol2-open',
    'product-vol2-scale',
    'product-vol2-envelope',
    'product-vol2-detail',
    'product-vol2-shelf',
    'product-vol2-with-classic-wand',
    'product-vol2-with-premium-wand',
  ],
  variants: [
    ...boxVariants(null, 'product-vol2-closed', 'product-vol2-with-classic-wand'),
    ...premiumSets('product-vol2-with-premium-wand', null),
    ...giftVariants(),
    ...upgradeVariants(),
  ],
} as const satisfies Partial<RequiredProduct>

/** The products of the shop. Embedded ids are derived from the places in these lists: append, never reorder. */
export const REQUIRED_PRODUCTS: readonly RequiredProduct[] = [
  {
    handle: HANDLES.vol1,
    title: 'Vol. I: The Phoenix Edition',
    kind: 'vol-1',
    productType: 'Wizard Box',
    markets: [LIMITED_EDITION_MARKET],
    tags: tagsOf([LIMITED_EDITION_MARKET], 'wizard-box', 'limited-edition', 'volume-1', 'warehouse-item'),
    description: vol1Description({
      ...factsOf(LIMITED_EDITION_MARKET),
      vol1Copies: startOf('vol1Copies'),
    }),
    option: 'Option',
    pictures: [
      'product-vol1-trio',
      'product-vol1-ashborn',
      'product-vol1-sunfire',
      'product-vol1-ember',
      'product-vol1-open',
    ],
    variants: [
      ...EDITIONS.flatMap((edition) =>
        boxVariants(edition, PICTURE_OF_EDITION[edition], PICTURE_OF_EDITION[edition]),
      ),
      // A set with a premium wand may have a box of any edition.
      ...premiumSets('product-vol1-ember', Math.max(...Object.values(EDITION_COPIES))),
    ],
  },
  ...MARKET_IDS.map((market) => ({
    ...VOL_2,
    handle: HANDLES.vol2[market],
    markets: [market],
    tags: tagsOf([market], 'pre-order', 'wizard-box', 'warehouse-item'),
    description: [...vol2Description(factsOf(market)), VOL_2_ENVELOPE],
  })),
  {
    handle: HANDLES.wand,
    title: 'Magic Wand',
    kind: 'wand',
    productType: 'Wand',
    markets: MARKET_IDS,
    tags: tagsOf(MARKET_IDS, 'wands', 'warehouse-item'),
    description: WAND_DESCRIPTION,
    option: 'Style',
    pictures: ['product-wands-six', ...WAND_STYLES.map(productPicture)],
    variants: wandVariants(),
  },
  {
    handle: HANDLES.bundle,
    title: "Magic Wand Collector's Set",
    kind: 'bundle',
    productType: 'Wand',
    markets: MARKET_IDS,
    tags: tagsOf(MARKET_IDS, 'wands', 'warehouse-item'),
    description: SET_DESCRIPTION,
    option: 'Size',
    pictures: ['product-wands-set', 'product-wands-six'],
    variants: BUNDLE_SIZES.map((size) => ({
      title: bundleTitle(size),
      price: LIST_PRICES.bundle[size],
      picture: null,
      stock: null,
      role: 'sold',
      find: (product) => bundleVariant(product, size),
    })),
  },
  {
    handle: 'keyhole-tote',
    title: 'Keyhole Tote',
    kind: 'other',
    productType: 'Merch',
    markets: MARKET_IDS,
    tags: tagsOf(MARKET_IDS, 'pod', 'printful', 'merch'),
    description: TOTE_DESCRIPTION,
    option: 'Shade',
    pictures: ['product-tote-natural', 'product-tote-midnight'],
    variants: [
      merchVariant('Natural', LIST_PRICES.tote, 'product-tote-natural'),
      merchVariant('Midnight', LIST_PRICES.tote, 'product-tote-midnight'),
    ],
  },
  {
    handle: 'magical-af-mug',
    title: 'Magical AF Mug',
    kind: 'other',
    productType: 'Merch',
    markets: MARKET_IDS,
    tags: tagsOf(MARKET_IDS, 'pod', 'printful', 'merch'),
    description: MUG_DESCRIPTION,
    option: 'Size',
    pictures: ['product-mug'],
    variants: [merchVariant('11 oz', LIST_PRICES.mug, 'product-mug')],
  },
]

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}

export function descriptionHtml({ description }: Pick<RequiredProduct, 'description'>): string {
  return description.map((paragraph) => `<p>${escapeHtml(paragraph)}</p>`).join('\n')
}

/**
 * Whether a product of a store is the one that the shop's rules mean by that handle. A product of another kind has only
 * taken the handle.
 */
export function isRequiredProduct(
  product: Pick<Product, 'title' | 'handle'>,
  required: Pick<RequiredProduct, 'handle' | 'kind' | 'title'>,
): boolean {
  if (product.handle !== required.handle) return false
  if (required.kind !== 'other') return kindOf(product) === required.kind
  return plainTitle(product.title) === plainTitle(required.title)
}

/** The required tags that a product lacks; case does not matter, nor a space after `market:`. */
export function missingTags(tags: readonly string[], required: Pick<RequiredProduct, 'tags'>): string[] {
  const plain = (tag: string) =>
    tag
      .trim()
      .toLowerCase()
      .replace(/^market:\s*/, 'market:')
  const present = new Set(tags.map(plain))
  return required.tags.filter((tag) => !present.has(plain(tag)))
}

/** True for gifts and upgrades: sold in no list, and delivered free. Product: 6 */
export function isGiftOrUpgrade(product: Pick<Product, 'title'>, variant: Pick<Variant, 'title'>): boolean {
  return isGiftVariant(product.title, variant.title) || isUpgradeVariant(variant.title)
}
