import { wrappingOfAttributes } from '../../models/cart-view.ts'
import { GIFT_BUNDLE_TITLES, giftKindOfPurchase, giftVariantOfKind } from '../../models/gift-code.ts'
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

/** Vol. II as each market sells it; null where the store does not have it. */
export type Vol2ByMarket = Readonly<Record<Market, Product | null>>

/** Whether a line is a Vol. II that was bought to be given away: it has a wrapping, and is no redeemed gift itself. */
export function isGiftPurchase(line: Pick<OrderLine, 'title' | 'variantTitle' | 'attributes'>): boolean {
  const isForSale = !isGiftVariant(line.title, line.variantTitle) && !isUpgradeVariant(line.variantTitle)
  return isVol2Title(line.title) && isForSale && wrappingOfAttributes(line.attributes) !== null
}

/**
 * The gifts that an order has bought: one for each unit. Which gift it is the bought variant says, in which market
 * the product that holds it, or the order's currency for a variant that is no longer sold.
 * @throws when the store has no gift bundle for one of them
 * Product decisions: who makes gift codes
 */
export function giftUnits(order: PaidOrder, vol2: Vol2ByMarket): GiftPurchase[] {
  return order.lines.filter(isGiftPurchase).flatMap((line) => {
    const wrapping = wrappingOfAttributes(line.attributes)
    if (wrapping === null) return []
    const market = marketOf(line, order, vol2)
    const bought = line.variantId === null ? null : vol2[market] && findVariant(vol2[market], line.variantId)
    const kind = giftKindOfPurchase(bought?.title ?? line.variantTitle)
    const gift = vol2[market] && giftVariantOfKind(vol2[market], kind)
    if (!gift) throw new Error(`The ${market} store has no gift bundle for ${kind}`)
    return Array.from({ length: line.quantity }, (_, index) => ({
      orderId: order.id,
      orderName: order.name,
      orderLineId: line.id,
      unit: index + 1,
      market,
      productTitle: GIFT_BUNDLE_TITLES[kind],
      productVariantId: gift.id,
      wrapping,
      purchaserName: order.buyer,
      purchaserEmail: order.email,
    }))
  })
}

function marketOf(line: OrderLine, order: PaidOrder, vol2: Vol2ByMarket): Market {
  const holder = MARKET_IDS.find((market) => {
    const product = vol2[market]
    return product && line.variantId !== null && findVariant(product, line.variantId)
  })
  return holder ?? (order.currency === 'USD' ? 'us' : 'uk')
}
