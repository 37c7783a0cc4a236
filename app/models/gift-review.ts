import { type GiftCode, type GiftKind, giftKindOfTitle, giftValue, giftVariantOf } from './gift-code.ts'
import { MARKETS, type Market } from './market.ts'
import type { Money } from './money.ts'
import type { Product } from './product.ts'
import { needsWandStyle, type UpgradeOffer, upgradePrices, upgradesOf } from './redeem.ts'

/** Everything the review page shows of a gift. Neither its words nor its discount code are among it. */
export type GiftReview = {
  readonly kind: GiftKind
  readonly value: Money
  /** The purchaser's name. */
  readonly from: string | null
  readonly offer: UpgradeOffer
  readonly prices: { readonly addWand: Money; readonly upgradePremium: Money }
  /** The gift comes with a premium wand, whose style the recipient chooses. */
  readonly choosesWand: boolean
}

/**
 * The gift as its review page shows it.
 * @param product that holds its variant; null while the store cannot be reached: value and prices are then the
 * specification's own
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
