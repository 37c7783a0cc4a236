import { LIST_PRICES, LIST_VALUES } from '#supabase/functions/_shared/markets/figures.ts'
import type { Market } from './market.ts'
import { addMoney, listPrice, multiplyMoney, subtractMoney } from './money.ts'
import { type Fields, parseWandStyle, singleWands, wandSlug } from './option-choice.ts'
import type { Variant, Variants } from './product.ts'
import { err, ok, type Result } from './result.ts'
import {
  BUNDLE_SIZES,
  type BundleSize,
  CLASSIC_WAND,
  isWholeSet,
  WAND_STYLES,
  type WandStyle,
} from './wands.ts'

export type BundleSelection = { readonly size: BundleSize | null; readonly wands: readonly WandStyle[] }

export type BundleError = 'choose-size' | 'maximum' | 'wrong-count' | 'bundle-not-found'

const FIRST_SIZE: BundleSize = 4
const SMALLEST_SIZE: BundleSize = 3
export const EMPTY_BUNDLE: BundleSelection = { size: null, wands: [] }

/** Parses a size from a form, a query or the title of a bundle's variant; null for anything else. */
export function parseBundleSize(value: unknown): BundleSize | null {
  const text = String(value)
    .trim()
    .toLowerCase()
    .replace(/ wands$/, '')
  return BUNDLE_SIZES.find((size) => String(size) === text) ?? null
}

/** Choosing 6 selects all six wands; any other size clears the selection. Spec: 4 Bundle flow */
export function chooseBundleSize(size: BundleSize): BundleSelection {
  return { size, wands: isWholeSet(size) ? WAND_STYLES : [] }
}

/**
 * Checks that a selection is complete, for which Add Bundle is enabled; returns its wands in catalogue order.
 * Spec: 4 Bundle flow, 5 Bundles
 */
export function validateBundle(
  selection: BundleSelection,
): Result<{ readonly wands: readonly WandStyle[] }, Exclude<BundleError, 'bundle-not-found'>> {
  const { size } = selection
  const wands = WAND_STYLES.filter((wand) => selection.wands.includes(wand))
  if (size === null) return err('choose-size')
  if (wands.length > size) return err('maximum')
  return wands.length === size ? ok({ wands }) : err('wrong-count')
}

/** The title of a bundle's variant: `4 Wands`. Spec: 3 Bundle variants */
export function bundleTitle(size: BundleSize): string {
  return `${size} Wands`
}

export function bundleVariant(product: Variants | null, size: BundleSize): Variant | null {
  return product?.variants.find((variant) => parseBundleSize(variant.title) === size) ?? null
}

/** The prices of a premium and of the classic wand, which bundles are compared with. */
export function singlePrices(wandProduct: Variants | null, market: Market) {
  const wands = wandProduct ? singleWands(wandProduct) : []
  const premium = wands.find((entry) => entry.wand !== CLASSIC_WAND)?.variant.price
  const classic = wands.find((entry) => entry.wand === CLASSIC_WAND)?.variant.price
  return {
    premium: premium ?? listPrice(LIST_PRICES.premiumWand, market),
    classic: classic ?? listPrice(LIST_PRICES.classicWand, market),
  }
}

/** The styles whose single wand is sold out, which no bundle can hold; none while the store does not say. */
export function soldOutWands(wandProduct: Variants | null): readonly WandStyle[] {
  const wands = wandProduct ? singleWands(wandProduct) : []
  return wands.filter(({ variant }) => !variant.availableForSale).map(({ wand }) => wand)
}

/** All sizes with live prices, or with the fallback prices of the spec. Spec: 9 Bundle savings */
export function bundleOffers(product: Variants | null, wandProduct: Variants | null, market: Market) {
  const { premium, classic } = singlePrices(wandProduct, market)
  return BUNDLE_SIZES.map((size) => {
    const variant = bundleVariant(product, size)
    const price = variant?.price ?? listPrice(LIST_PRICES.bundle[size], market)
    const singly = isWholeSet(size)
      ? addMoney(multiplyMoney(premium, size - 1), classic)
      : multiplyMoney(premium, size)
    const saving = subtractMoney(singly, price)
    return {
      size,
      title: bundleTitle(size),
      /** Null when the store has no such variant, or could not be reached. */
      variant,
      price,
      /** Price of the same number of single wands: premium ones, for all of them with the classic one. */
      singly,
      /** Null when nothing is saved. */
      saving: Number(saving.amount) > 0 ? saving : null,
    }
  })
}

export type BundleOffer = Readonly<ReturnType<typeof bundleOffers>[number]>

/** Lowest price and struck-through price (25 more) of the collector's set card. Spec: 9 Other prices */
export function bundleCardPrices(product: Variants | null, market: Market) {
  const live = bundleVariant(product, SMALLEST_SIZE)?.price
  const from = live ?? listPrice(LIST_PRICES.bundle[SMALLEST_SIZE], market)
  return { from, was: addMoney(from, listPrice(LIST_VALUES.bundleCardSaving, market)) }
}

/**
 * Parses a bundle from a form. Invalid and repeated wands are ignored. Size 6 means all six wands, whichever are
 * checked: without JavaScript, choosing it checks none. Spec: 4 Bundle flow
 */
export function parseBundle(fields: Fields): BundleSelection {
  const size = parseBundleSize(fields.get('size'))
  return { size, wands: isWholeSet(size) ? WAND_STYLES : parseWands(fields.getAll('wands')) }
}

/** The wands in a list of slugs or names, in catalogue order. */
export function parseWands(list: readonly unknown[]): WandStyle[] {
  const chosen = list.map(parseWandStyle)
  return WAND_STYLES.filter((wand) => chosen.includes(wand))
}

/** What was chosen before the page could enforce its rules: too many wands for the size are none. Spec: 4 Bundle flow */
export function settleBundle({ size, wands }: BundleSelection): BundleSelection {
  return size !== null && wands.length > size ? chooseBundleSize(size) : { size, wands }
}

/** Parses a bundle from the page's query: size 4 by default, no size for `?size=`. Spec: 4 Bundle flow */
export function parseBundleQuery(fields: Fields): BundleSelection {
  return fields.get('size') === null ? { ...parseBundle(fields), size: FIRST_SIZE } : parseBundle(fields)
}

/** The query string of a selection, without "?". */
export function formatBundle(selection: BundleSelection): string {
  const query = new URLSearchParams({ size: selection.size === null ? '' : String(selection.size) })
  for (const wand of selection.wands) query.append('wands', wandSlug(wand))
  return query.toString()
}
