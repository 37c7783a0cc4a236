import { startOf } from '#supabase/functions/_shared/forms/company-facts.ts'
import { LIST_PRICES } from '#supabase/functions/_shared/markets/figures.ts'
import { bundleTitle } from './bundle.ts'
import { factsOf } from './facts.ts'
import { GIFT_BUNDLE_TITLES } from './gift-code.ts'
import { LIMITED_EDITION_MARKET, MARKET_IDS, type Market } from './market.ts'
import { EDITIONS, type Edition, OPTION_CHOICES } from './option-choice.ts'
import type { PictureName } from './pictures.ts'
import {
  HANDLES,
  isGiftVariant,
  isUpgradeVariant,
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
import { kindOf } from './product-kind.ts'
import {
  BUNDLE_SIZES,
  CLASSIC_WAND,
  PREMIUM_WANDS,
  plainTitle,
  WAND_STYLES,
  type WandStyle,
  wandPicture,
} from './wands.ts'

/**
 * The one list of the products and variants that the shop sells: what a store must have for the rules of the shop to
 * find its boxes, wands, gifts and upgrades. The embedded store is filled from it, set-up creates it, the check looks
 * for it. Product: 4 The embedded catalogue
 */

export type ProductPicture = Extract<PictureName, `product-${string}`>

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

/**
 * @param title which a new variant gets, and the value of its option
 * @param price of a new variant, in whole currency units of either market
 * @param stock units of a new variant of a limited edition; null for one that is sold without a limit
 */
function variant(title: string, price: number, picture: ProductPicture | null, stock: number | null = null) {
  return { title, price, picture, stock }
}

export type RequiredVariant = Readonly<ReturnType<typeof variant>>

function productPicture(wand: WandStyle): ProductPicture {
  return `product-${wandPicture(wand)}`
}

/** Picture, and stock in a new store, of each edition of Vol. I. */
const EDITION_BOXES: Readonly<Record<Edition, readonly [ProductPicture, copies: number]>> = {
  Ashborn: ['product-vol1-ashborn', Number(startOf('ashbornCopies'))],
  Sunfire: ['product-vol1-sunfire', Number(startOf('sunfireCopies'))],
  Ember: ['product-vol1-ember', Number(startOf('emberCopies'))],
}

const MOST_COPIES = Math.max(...Object.values(EDITION_BOXES).map(([, copies]) => copies))

/** Premium sets are named by their wand only; the edition of the box is an attribute of the cart line. */
function premiumSets(picture: ProductPicture, stock?: number): RequiredVariant[] {
  return PREMIUM_WANDS.map((wand) => variant(wand, LIST_PRICES.premiumSet, picture, stock))
}

function premiumUpgrades(from: string, price: number): RequiredVariant[] {
  return PREMIUM_WANDS.map((wand) =>
    variant(`${wand} - Premium Upgrade from ${from}`, price, productPicture(wand)),
  )
}

/** Tags that put a product into markets, and others. Spec: 3 Product tags */
function tagsOf(markets: readonly Market[], ...others: readonly string[]): string[] {
  return [...markets.map((market) => `market: ${market}`), ...others]
}

const WANDS_EVERYWHERE = {
  productType: 'Wand',
  markets: MARKET_IDS,
  tags: tagsOf(MARKET_IDS, 'wands', 'warehouse-item'),
} as const

const MERCH_EVERYWHERE = {
  kind: 'other',
  productType: 'Merch',
  markets: MARKET_IDS,
  tags: tagsOf(MARKET_IDS, 'pod', 'printful', 'merch'),
} as const

const CLASSIC_SET = 'Standard (Dragon and Elder)'
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
    variant('No Wand', LIST_PRICES.boxOnly, 'product-vol2-closed'),
    variant(CLASSIC_SET, LIST_PRICES.classicSet, 'product-vol2-with-classic-wand'),
    ...premiumSets('product-vol2-with-premium-wand'),
    // Gifts and upgrades are shown in no list: they go into a cart with a redeemed gift only.
    ...OPTION_CHOICES.map((kind) =>
      variant(GIFT_BUNDLE_TITLES[kind], LIST_PRICES.gift[kind], 'product-vol2-envelope'),
    ),
    variant('Upgrade - Add Classic Wand', LIST_PRICES.addClassic, productPicture(CLASSIC_WAND)),
    ...premiumUpgrades('No Wand', LIST_PRICES.premiumFromBox),
    ...premiumUpgrades('Classic', LIST_PRICES.premiumFromClassic),
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
      ...EDITIONS.flatMap((edition) => [
        variant(`${edition} - No Wand`, LIST_PRICES.boxOnly, ...EDITION_BOXES[edition]),
        variant(`${edition} - ${CLASSIC_SET}`, LIST_PRICES.classicSet, ...EDITION_BOXES[edition]),
      ]),
      // A set with a premium wand may have a box of any edition.
      ...premiumSets('product-vol1-ember', MOST_COPIES),
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
    ...WANDS_EVERYWHERE,
    description: WAND_DESCRIPTION,
    option: 'Style',
    pictures: ['product-wands-six', ...WAND_STYLES.map(productPicture)],
    variants: WAND_STYLES.map((wand) =>
      variant(
        wand,
        wand === CLASSIC_WAND ? LIST_PRICES.classicWand : LIST_PRICES.premiumWand,
        productPicture(wand),
      ),
    ),
  },
  {
    handle: HANDLES.bundle,
    title: "Magic Wand Collector's Set",
    kind: 'bundle',
    ...WANDS_EVERYWHERE,
    description: SET_DESCRIPTION,
    option: 'Size',
    pictures: ['product-wands-set', 'product-wands-six'],
    variants: BUNDLE_SIZES.map((size) => variant(bundleTitle(size), LIST_PRICES.bundle[size], null)),
  },
  {
    handle: 'keyhole-tote',
    title: 'Keyhole Tote',
    ...MERCH_EVERYWHERE,
    description: TOTE_DESCRIPTION,
    option: 'Shade',
    pictures: ['product-tote-natural', 'product-tote-midnight'],
    variants: [
      variant('Natural', LIST_PRICES.tote, 'product-tote-natural'),
      variant('Midnight', LIST_PRICES.tote, 'product-tote-midnight'),
    ],
  },
  {
    handle: 'magical-af-mug',
    title: 'Magical AF Mug',
    ...MERCH_EVERYWHERE,
    description: MUG_DESCRIPTION,
    option: 'Size',
    pictures: ['product-mug'],
    variants: [variant('11 oz', LIST_PRICES.mug, 'product-mug')],
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

/** The required tags that a product lacks; case and spaces do not matter. */
export function missingTags(tags: readonly string[], required: Pick<RequiredProduct, 'tags'>): string[] {
  const plain = (tag: string) => tag.replace(/\s/g, '').toLowerCase()
  const present = new Set(tags.map(plain))
  return required.tags.filter((tag) => !present.has(plain(tag)))
}

/** True for gifts and upgrades: sold in no list, and delivered free. Product: 6 */
export function isGiftOrUpgrade(product: Pick<Product, 'title'>, variant: Pick<Variant, 'title'>): boolean {
  return isGiftVariant(product.title, variant.title) || isUpgradeVariant(variant.title)
}
