import { GIFT_BUNDLE_TITLES, giftKindOfPurchase, giftVariantOfKind } from '../../models/gift-code.ts'
import { wrappingOfAttributes } from '../../models/line-options.ts'
import { MARKET_IDS, type Market } from '../../models/market.ts'
import {
  findVariant,
  isGiftVariant,
  isUpgradeVariant,
  isVol2Title,
  type Product,
} from '../../models/product.ts'
import type { GiftPurchase } from '../backend/gift-code-issue.server.ts'
import type { OrderLine, PaidOrder } from './payload.server.ts'

/** Vol. II in each market; null where the store does not have it. */
export type Vol2ByMarket = Readonly<Record<Market, Product | null>>

/** Whether a line buys a Vol. II as a gift for someone: it has a wrapping, and is not a redeemed gift itself. */
export function isGiftPurchase(line: Pick<OrderLine, 'title' | 'variantTitle' | 'attributes'>): boolean {
  const isRedeemed = isGiftVariant(line.title, line.variantTitle) || isUpgradeVariant(line.variantTitle)
  return isVol2Title(line.title) && !isRedeemed && wrappingOfAttributes(line.attributes) !== null
}

/**
 * The gifts that an order has bought, one for each unit. The kind of gift follows from the bought variant; the market
 * from the product with that variant, or from the order's currency if the variant is no longer sold.
 * A bundle that the store does not have, in either product, is left open: it is found when the gift is claimed. What
 * was paid for is never refused.
 * Product decisions: who makes gift codes
 */
export function* giftUnits(order: PaidOrder, vol2: Vol2ByMarket): Generator<GiftPurchase> {
  for (const line of order.lines.filter(isGiftPurchase)) {
    const wrapping = wrappingOfAttributes(line.attributes)
    if (wrapping === null) continue
    const market = marketOf(line, order, vol2)
    const bought = line.variantId === null ? null : vol2[market] && findVariant(vol2[market], line.variantId)
    const kind = giftKindOfPurchase(bought?.title ?? line.variantTitle)
    const bundles = [vol2[market], vol2.uk].map((product) => product && giftVariantOfKind(product, kind))
    const gift = bundles.find((variant) => variant !== null)
    const { id: orderId, name: orderName, buyer: purchaserName, email: purchaserEmail } = order
    const bundle = { productTitle: GIFT_BUNDLE_TITLES[kind], productVariantId: gift?.id ?? '' }
    const purchase = { orderId, orderName, orderLineId: line.id, market, ...bundle, wrapping }
    for (let unit = 1; unit <= line.quantity; unit++)
      yield { ...purchase, unit, purchaserName, purchaserEmail }
  }
}

function marketOf(line: OrderLine, order: PaidOrder, vol2: Vol2ByMarket): Market {
  const marketOfVariant = MARKET_IDS.find((market) => {
    const product = vol2[market]
    return product && line.variantId !== null && findVariant(product, line.variantId)
  })
  return marketOfVariant ?? (order.currency === 'USD' ? 'us' : 'uk')
}
