import { LIST_PRICES } from '#supabase/functions/_shared/markets/figures.ts'
import { cutText } from '#supabase/functions/_shared/text/text.ts'
import type { Market } from './market.ts'
import { listPrice, type Money } from './money.ts'
import { isBoxOnlyTitle, isClassicTitle, type OptionChoice } from './option-choice.ts'
import { isGiftVariant, type TitledVariants, type Variant } from './product.ts'

export const WORDS_PER_CODE = 5

/** What the rules need of a stored gift code. Times are ISO 8601. Spec: 3 Gift redemption code record */
export type GiftCode = {
  readonly id: string
  readonly code: string
  readonly productTitle: string
  readonly productVariantId: string | null
  readonly market: Market
  readonly redeemed: boolean
  readonly redeemedAt: string | null
  /** Storefront discount code that makes the gift free; see `usableCode`. */
  readonly discountCode: string | null
  readonly setupComplete: boolean
  readonly purchaserName: string | null
  /** The premium style that the giver has chosen. */
  readonly chosenWand: string | null
  /** What bought it: the order, its line, and the unit of that line, from 1. */
  readonly orderId: string | null
  readonly orderLineId: string | null
  readonly orderLineUnit: number | null
  /** The order that has it. */
  readonly redeemedOrderId: string | null
  readonly revokedAt: string | null
  /** When its mail was first accepted. */
  readonly deliveredAt: string | null
}

/** The order of the sample gifts, which the admin marks as samples. */
export const SAMPLE_ORDER = 'sample'

/** The contents of a gift: the same three options as for a box. */
export type GiftKind = OptionChoice

export const GIFT_BUNDLE_TITLES: Record<GiftKind, string> = {
  'box-only': 'Gift Bundle - No Wand',
  'classic-wand': 'Gift Bundle - Classic Wand',
  'premium-wand': 'Gift Bundle - Premium Wand',
}

export const GIFT_CONTENTS: Record<GiftKind, string> = {
  'box-only': 'Wizard Box only',
  'classic-wand': 'Complete Set with the Classic Wand',
  'premium-wand': 'Complete Set with a Premium Wand',
}

const MAX_WORDS_LENGTH = 120

/**
 * Normalises magic words as they are stored: lowercase letters and digits, words separated by one space. Punctuation
 * and emoji separate words. Invisible characters and combining marks are removed. At most 120 characters; empty when
 * nothing is left. Spec: 5 Redeem
 */
export function normaliseMagicWords(typed: string): string {
  const words = cutText(typed, MAX_WORDS_LENGTH * 4)
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\p{Cf}\p{M}]+/gu, '')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
  return cutText(words, MAX_WORDS_LENGTH)
}

/** True when a typed discount code looks like magic words: at least three words of letters. */
export function looksLikeMagicWords(typed: string): boolean {
  return /^[a-z]{2,}( [a-z]{2,}){2,}$/.test(normaliseMagicWords(typed))
}

/** The kind of a gift, by its product title. Spec: 9 Redeem fallback gift value */
export function giftKindOfTitle(title: string): GiftKind {
  const text = title.toLowerCase()
  if (text.includes('premium wand')) return 'premium-wand'
  return text.includes('classic wand') || text.includes('standard wand') ? 'classic-wand' : 'box-only'
}

/** The kind of gift that the purchase of a box makes, by the title of its variant. */
export function giftKindOfPurchase(variantTitle: string): GiftKind {
  if (isBoxOnlyTitle(variantTitle)) return 'box-only'
  return isClassicTitle(variantTitle) ? 'classic-wand' : 'premium-wand'
}

export function giftVariantOfKind<AnyVariant extends Pick<Variant, 'title'>>(
  product: { readonly title: string; readonly variants: readonly AnyVariant[] },
  kind: GiftKind,
): AnyVariant | null {
  const gifts = product.variants.filter((variant) => isGiftVariant(product.title, variant.title))
  return gifts.find((variant) => giftKindOfTitle(variant.title) === kind) ?? null
}

/** The base variant of a gift: the recorded one, else the one of its kind; null without either. Spec: 5 Redeem */
export function giftVariantOf(
  product: TitledVariants,
  gift: Pick<GiftCode, 'productTitle' | 'productVariantId'>,
): Variant | null {
  const recorded = product.variants.find((variant) => variant.id === gift.productVariantId)
  if (recorded && isGiftVariant(product.title, recorded.title)) return recorded
  return giftVariantOfKind(product, giftKindOfTitle(gift.productTitle))
}

/** 100 for premium, 85 for classic, else 59. Spec: 9 Gift bundle discount, Redeem fallback gift value */
export function listedGiftValue(title: string, market: Market): Money {
  return listPrice(LIST_PRICES.gift[giftKindOfTitle(title)], market)
}

/** True when the owner still has to check the gift's setup in the storefront. Spec: 4 Admin */
export function isSetupPending(gift: Pick<GiftCode, 'discountCode' | 'setupComplete'>): boolean {
  return !gift.setupComplete && gift.discountCode !== null
}
