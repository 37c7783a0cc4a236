import { wrappingOfAttributes } from '#app/models/cart-checkout.ts'
import { GIFT_BUNDLE_TITLES, giftKindOfPurchase, giftVariantOfKind } from '#app/models/gift-code.ts'
import { byMarket, MARKET_IDS, type Market, marketOfCurrency } from '#app/models/market.ts'
import {
  findVariant,
  HANDLES,
  isGiftVariant,
  isUpgradeVariant,
  isVol2Title,
  type Product,
} from '#app/models/product.ts'
import type { GiftPurchase } from '../backend/gift-codes.server.ts'
import { hasCancellation } from '../backend/order-facts.server.ts'
import type { OrderLine, Refund, StoreOrder } from './payload.server.ts'
import { type OrderServices, reportOnce } from './report-order.server.ts'
import { revokeGiftsOf, type SettledGift, settleGiftsOf } from './settle-gifts.server.ts'

/**
 * Handles what a store tells of an order. The gifts that it used are reserved, and redeemed once it is paid; when it is
 * cancelled, they are open again. For each unit of a gift purchase a gift code is issued and delivered, once the order is
 * paid, and revoked when it is cancelled, unless it was redeemed. Deliveries may come in any order and any number of times.
 * @throws UpstreamError or ShopifyAdminError when a write failed; the delivery is then retried
 * Product: 6 Setting `redeemed`, Who makes gift codes, Orders that count
 */
export async function takeOrder(services: OrderServices, order: StoreOrder): Promise<void> {
  const isPaid = order.isPaid && !order.isCancelled
  const isPurchase = isPaid && order.lines.some(isGiftPurchase)
  const hasUpgrade = isPaid && countUnits(order, isUpgrade) > 0
  if (order.discountCodes.length === 0 && !isPurchase && !hasUpgrade && !order.isCancelled) return
  if (order.isCancelled) await services.backend.orders.recordCancellation(order.id)
  await reserveGifts(services, order)
  if (isPurchase) await issueGifts(services, order)
  // Redeemed, or open again.
  const gifts = await settleGiftsOf(services, order.id, order)
  await revokeGiftsOf(services, order.id)
  if (isPurchase) await deliverGifts(services, order)
  if (isPaid) await reportOddities(services, order, gifts)
}

/**
 * Handles a refund: of each line, as many gifts are revoked as were refunded. If a redeemed gift was removed from the
 * order before it was shipped, the gift is open again. A refund of money alone changes nothing.
 * @throws UpstreamError or ShopifyAdminError; the delivery is then retried
 */
export async function takeRefund(services: OrderServices, refund: Refund): Promise<void> {
  const lines = reversedLines(refund)
  if (lines.length === 0) return
  await services.backend.orders.recordRefund(refund.orderId, refund.id, lines)
  await settleGiftsOf(services, refund.orderId)
  await revokeGiftsOf(services, refund.orderId)
}

/** A refund may have several entries for one order line: one for each restock type. */
function reversedLines({ lines }: Refund) {
  const byLine = new Map<string, { units: number; giftUnits: number; variantTitle: string }>()
  for (const { lineId, quantity, title, variantTitle, isUnfulfilled } of lines) {
    const known = byLine.get(lineId) ?? { units: 0, giftUnits: 0, variantTitle }
    const giftUnits = isUnfulfilled && isGiftVariant(title, variantTitle) ? quantity : 0
    byLine.set(lineId, { ...known, units: known.units + quantity, giftUnits: known.giftUnits + giftUnits })
  }
  return [...byLine].map(([lineId, line]) => ({ lineId, ...line })).filter(({ units }) => units > 0)
}

/** Reserves the gifts that an order used for it. Codes that are no gift's are left alone. */
async function reserveGifts({ backend }: OrderServices, order: StoreOrder): Promise<void> {
  for (const discountCode of order.discountCodes) {
    const gift = await backend.gifts.findByDiscount(discountCode)
    if (gift === null) continue
    const { id: orderId, name: orderName, isPaid } = order
    await backend.orders.recordClaim({ giftId: gift.id, orderId, orderName, discountCode, isPaid })
  }
}

async function isCancelled({ backend }: OrderServices, { id }: StoreOrder): Promise<boolean> {
  return hasCancellation(await backend.orders.listReversals(id))
}

/** Issues the codes of an order before any of them is mailed: some may have been refunded already. */
async function issueGifts(services: OrderServices, order: StoreOrder): Promise<void> {
  for (const unit of giftUnits(order, await loadVol2(services))) {
    if (await isCancelled(services, order)) return
    await services.backend.gifts.issue(unit)
  }
}

/** Delivers the codes that are still open. Each is mailed at once, and its words would be revoked after that. */
async function deliverGifts(services: OrderServices, order: StoreOrder): Promise<void> {
  const { backend } = services
  for (const unit of giftUnits(order, await loadVol2(services))) {
    if (await isCancelled(services, order)) break
    const { giftCode, mail } = await backend.gifts.deliver(unit)
    if (mail === 'no-address') await backend.keepGiftWithoutAddress(giftCode)
  }
  // A cancellation or refund that came meanwhile may have missed what this order did.
  await revokeGiftsOf(services, order.id)
}

const isUpgrade = (line: OrderLine) => isUpgradeVariant(line.variantTitle)
const isGiftLine = (line: OrderLine) => isGiftVariant(line.title, line.variantTitle)

function countUnits(order: StoreOrder, matches: (line: OrderLine) => boolean): number {
  return order.lines.filter(matches).reduce((sum, line) => sum + line.quantity, 0)
}

/**
 * A gift discount makes every unit of the gift variant free, and upgrades are cheap because a gift pays for the rest;
 * only our own carts limit them to one gift with one upgrade. An order made without them is reported before it ships.
 */
async function reportOddities(
  services: OrderServices,
  order: StoreOrder,
  gifts: readonly SettledGift[],
): Promise<void> {
  for (const { gift, unsettled } of gifts)
    if (unsettled.includes(order.id)) {
      const reason = gift.redeemed ? 'already-redeemed' : 'revoked'
      await reportOnce(services, 'gift-not-open', order, { gift: gift.id, reason })
    }
  const given = gifts.filter(({ gift }) => gift.redeemedOrderId === order.id).length
  const ordered = countUnits(order, isGiftLine)
  if (given > 0 && ordered > given) await reportOnce(services, 'too-many-gifts', order, { ordered, given })
  const upgrades = countUnits(order, isUpgrade)
  if (upgrades > given) await reportOnce(services, 'upgrades-without-gift', order, { upgrades, given })
}

async function loadVol2({ storefront }: OrderServices): Promise<Vol2ByMarket> {
  const found = await Promise.all(
    MARKET_IDS.map((market) => storefront.getProduct(market, HANDLES.vol2[market])),
  )
  return byMarket((_, market) => found[MARKET_IDS.indexOf(market)] ?? null)
}

/** Vol. II in each market; null where the store does not have it. */
type Vol2ByMarket = Readonly<Record<Market, Product | null>>

/** Whether a line buys a Vol. II as a gift for someone: it has a wrapping, and is not a redeemed gift itself. */
function isGiftPurchase(line: OrderLine): boolean {
  const isRedeemed = isGiftLine(line) || isUpgrade(line)
  return isVol2Title(line.title) && !isRedeemed && wrappingOfAttributes(line.attributes) !== null
}

/**
 * The gifts that an order has bought, one for each unit. The kind of gift follows from the bought variant; the market
 * from the product with that variant, or from the order's currency if the variant is no longer sold.
 * A bundle that the store does not have, in either product, is left open: it is found when the gift is claimed. What
 * was paid for is never refused.
 * Product: 6 Who makes gift codes
 */
function* giftUnits(order: StoreOrder, vol2: Vol2ByMarket): Generator<GiftPurchase> {
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

function marketOf(line: OrderLine, order: StoreOrder, vol2: Vol2ByMarket): Market {
  const marketOfVariant = MARKET_IDS.find((market) => {
    const product = vol2[market]
    return product && line.variantId !== null && findVariant(product, line.variantId)
  })
  return marketOfVariant ?? marketOfCurrency(order.currency)
}
