import { type GiftCode, type GiftKind, giftKindOfTitle, giftValue, giftVariantOf } from './gift-code.ts'
import { MARKETS, type Market } from './market.ts'
import type { Money } from './money.ts'
import type { Product } from './product.ts'
import { needsWandStyle, type UpgradeOffer, upgradePrices, upgradesOf } from './redeem.ts'

/** A gift as shown on the review page; without its magic words and discount code, which are secret. */
export type GiftReview = {
  readonly kind: GiftKind
  readonly value: Money
  /** Name of the purchaser. */
  readonly from: string | null
  readonly offer: UpgradeOffer
  readonly prices: { readonly addWand: Money; readonly upgradePremium: Money }
  /** The gift comes with a premium wand, whose style the recipient chooses. */
  readonly choosesWand: boolean
}

/**
 * Builds the view of the review page.
 * @param product with the variant of the gift; null while the catalogue is unavailable: fallback value and prices are
 * used then
 * Spec: 4 Redeem flow, 9 Redeem fallback gift value, Other prices
 */
export function reviewGift(gift: GiftCode, product: Product | null, market: Market): GiftReview {
  const title = gift.productTitle
  return {
    kind: giftKindOfTitle(title),
    value: giftValue(product && giftVariantOf(product, gift), title, market),
    from: gift.purchaserName?.trim() || null,
    offer: upgradesOf(title),
    prices: upgradePrices(product, title, MARKETS[market].currencyCode),
    choosesWand: needsWandStyle(title, 'none'),
  }
}
