import { startOf } from '#supabase/functions/_shared/forms/company-facts.ts'
import { GIFT_BUNDLE_TITLES, giftVariantOfKind } from './gift-code.ts'
import { LIST_PRICES } from './list-prices.ts'
import { type BoxChoice, type Edition, exactVariant, singleWands } from './option-choice.ts'
import type { PictureName } from './pictures.ts'
import type { Product, Variant } from './product.ts'
import { upgradeVariant } from './redeem.ts'
import { wandPicture } from './style-pictures.ts'
import { CLASSIC_WAND, PREMIUM_WANDS, plainTitle, WAND_STYLES, type WandStyle } from './wands.ts'

/** What a variant is found in. */
export type VariantsOf = Pick<Product, 'title' | 'variants'>

export type ProductPicture = Extract<PictureName, `product-${string}`>

export type RequiredVariant = {
  /** The title that a new variant gets, and the value of its option. */
  readonly title: string
  /** For a new variant, in whole currency units of either market. */
  readonly price: number
  readonly picture: ProductPicture | null
  /** Units that a new variant of a limited edition has; null for one that is sold without a limit. */
  readonly stock: number | null
  /** `gift` and `upgrade` are sold, but shown in no list: they go into a cart with a redeemed gift only. */
  readonly role: 'sold' | 'gift' | 'upgrade'
  /** The variant that the shop's rules take for this one, whatever its exact title; null when there is none. */
  readonly find: (product: VariantsOf) => Variant | null
}

/** The picture of a single wand with its background. */
export function productPicture(wand: WandStyle): ProductPicture {
  return `product-${wandPicture(wand)}`
}

export const PICTURE_OF_EDITION: Record<Edition, ProductPicture> = {
  Ashborn: 'product-vol1-ashborn',
  Sunfire: 'product-vol1-sunfire',
  Ember: 'product-vol1-ember',
}

function named(title: string): RequiredVariant['find'] {
  const wanted = plainTitle(title)
  return ({ variants }) => variants.find((variant) => plainTitle(variant.title) === wanted) ?? null
}

function boxVariant(
  title: string,
  price: number,
  picture: ProductPicture,
  stock: number | null,
  choice: BoxChoice,
): RequiredVariant {
  return { title, price, picture, stock, role: 'sold', find: (product) => exactVariant(product, choice) }
}

/** The stock of each edition of Vol. I in a new store. */
export const EDITION_COPIES: Readonly<Record<Edition, number>> = {
  Ashborn: Number(startOf('ashbornCopies')),
  Sunfire: Number(startOf('sunfireCopies')),
  Ember: Number(startOf('emberCopies')),
}

/** The box alone and the set with the classic wand: of one edition, or of a volume without editions. */
export function boxVariants(
  edition: Edition | null,
  alone: ProductPicture,
  withClassic: ProductPicture,
): RequiredVariant[] {
  const prefix = edition ? `${edition} - ` : ''
  const stock = edition && EDITION_COPIES[edition]
  return [
    boxVariant(`${prefix}No Wand`, LIST_PRICES.boxOnly, alone, stock, { option: 'box-only', edition }),
    boxVariant(`${prefix}Standard (Dragon and Elder)`, LIST_PRICES.classicSet, withClassic, stock, {
      option: 'classic-wand',
      edition,
    }),
  ]
}

/** Premium sets are named by their wand only; the edition of the box is an attribute of the cart line. */
export function premiumSets(picture: ProductPicture, stock: number | null): RequiredVariant[] {
  return PREMIUM_WANDS.map((wand) =>
    boxVariant(wand, LIST_PRICES.premiumSet, picture, stock, { option: 'premium-wand', wand }),
  )
}

/** Gifts, sold with Vol. II and delivered to who redeems them. */
export function giftVariants(): RequiredVariant[] {
  return (['box-only', 'classic-wand', 'premium-wand'] as const).map((kind) => ({
    title: GIFT_BUNDLE_TITLES[kind],
    price: LIST_PRICES.gift[kind],
    picture: 'product-vol2-envelope',
    stock: null,
    role: 'gift',
    find: (product) => giftVariantOfKind(product, kind),
  }))
}

function upgrade(
  title: string,
  price: number,
  picture: ProductPicture,
  giftTitle: string,
  selection: Parameters<typeof upgradeVariant>[2],
): RequiredVariant {
  const find = (product: VariantsOf) => {
    const found = upgradeVariant(product, giftTitle, selection)
    return found.ok ? found.value : null
  }
  return { title, price, picture, stock: null, role: 'upgrade', find }
}

/** The wands that a recipient may add to a gift, or exchange. */
export function upgradeVariants(): RequiredVariant[] {
  const premium = (from: string, price: number, giftTitle: string) =>
    PREMIUM_WANDS.map((wand) =>
      upgrade(`${wand} - Premium Upgrade from ${from}`, price, productPicture(wand), giftTitle, {
        upgrade: 'upgrade-premium',
        wand,
      }),
    )
  const { 'box-only': boxGift, 'classic-wand': classicGift } = GIFT_BUNDLE_TITLES
  return [
    upgrade('Upgrade - Add Classic Wand', LIST_PRICES.addClassic, productPicture(CLASSIC_WAND), boxGift, {
      upgrade: 'add-wand',
      wand: null,
    }),
    ...premium('No Wand', LIST_PRICES.premiumFromBox, boxGift),
    ...premium('Classic', LIST_PRICES.premiumFromClassic, classicGift),
  ]
}

export function wandVariants(): RequiredVariant[] {
  return WAND_STYLES.map((wand) => ({
    title: wand,
    price: wand === CLASSIC_WAND ? LIST_PRICES.classicWand : LIST_PRICES.premiumWand,
    picture: productPicture(wand),
    stock: null,
    role: 'sold',
    find: (product) => singleWands(product).find((entry) => entry.wand === wand)?.variant ?? null,
  }))
}

/** A variant that is printed to order. */
export function merchVariant(title: string, price: number, picture: ProductPicture): RequiredVariant {
  return { title, price, picture, stock: null, role: 'sold', find: named(title) }
}
