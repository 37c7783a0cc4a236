import { isGiftVariant } from '../../models/product.ts'
import type { StoredGiftCode } from '../backend/gift-code-rows.server.ts'
import { isGiftPurchase } from './gift-units.server.ts'
import type { OrderServices } from './order-services.server.ts'
import type { Refund } from './payload.server.ts'

/**
 * What a cancelled order does: gifts that it spent are open again, gifts that it bought and nobody has redeemed are
 * taken back. A gift that was redeemed stays with its recipient.
 * @throws UpstreamError or ShopifyAdminError; the delivery is then tried again
 */
export async function handleCancelledOrder(services: OrderServices, orderId: string): Promise<void> {
  await openAgain(services, orderId)
  await takeBack(services, await services.backend.listGiftCodesOfOrder(orderId), 'order cancelled')
}

/**
 * What a refund does: for each unit of a gift that is refunded, one code that nobody has redeemed is taken back, the
 * youngest first. Money alone takes nothing back. A redeemed gift that is taken out of its order before it was sent
 * is open again; one that was sent is not.
 * @param attempts how often the delivery was taken up, this time included
 * @throws UpstreamError or ShopifyAdminError, or when it came before its order; the delivery is then tried again
 */
export async function handleRefund(services: OrderServices, refund: Refund, attempts: number): Promise<void> {
  const bought = await services.backend.listGiftCodesOfOrder(refund.orderId)
  await waitForOrder(services, refund, bought, attempts)
  for (const line of refund.lines) {
    const units = bought.filter((gift) => gift.orderLineId === line.lineId)
    await takeBackUnits(services, units, line.quantity, `refund ${refund.id}`)
  }
  const isGiftOut = refund.lines.some(
    (line) => line.neverSent && line.quantity > 0 && isGiftVariant(line.title, line.variantTitle),
  )
  if (isGiftOut) await openAgain(services, refund.orderId)
}

/** A store that is refused too often stops telling, so a refund waits for its order only so long. */
const MOST_WAITS = 5

/**
 * Shopify promises no order among its webhooks: a refund that comes first would take back nothing, and then its gifts
 * would be given.
 */
async function waitForOrder(
  { backend, log }: OrderServices,
  refund: Refund,
  bought: readonly StoredGiftCode[],
  attempts: number,
): Promise<void> {
  const known = new Set(bought.map((gift) => gift.orderLineId))
  const isEarly = refund.lines.some(
    (line) => line.quantity > 0 && isGiftPurchase(line) && !known.has(line.lineId),
  )
  if (!isEarly || (await backend.wasCarriedOut('orders/paid', refund.orderId))) return
  if (attempts < MOST_WAITS) throw new Error('the refund came before its order')
  log.error({ orderId: refund.orderId }, 'gifts were refunded of an order that never came')
}

/**
 * Stores differ in whether a cancelled order uses up its discount; deactivating it settles that. It comes first: a gift
 * that is open has forgotten its code, and a delivery that is tried again would not find it any more.
 */
async function openAgain({ backend, giftDiscounts }: OrderServices, orderId: string): Promise<void> {
  const spent = await backend.listGiftsSpentBy(orderId)
  for (const { discountCode } of spent) if (discountCode !== null) await giftDiscounts.retire(discountCode)
  await backend.reopenGifts(
    spent.map((gift) => gift.id),
    orderId,
  )
}

/** A delivery that is tried again takes back only what its first try left over. */
async function takeBackUnits(
  services: OrderServices,
  units: readonly StoredGiftCode[],
  quantity: number,
  reason: string,
): Promise<void> {
  const already = units.filter((gift) => gift.revokedReason === reason)
  const open = units
    .filter((gift) => gift.revokedAt === null && !gift.redeemed)
    .sort((a, b) => (b.orderLineUnit ?? 0) - (a.orderLineUnit ?? 0))
  await takeBack(services, [...already, ...open].slice(0, quantity), reason)
  const kept = units.filter((gift) => gift.redeemed).length
  if (units.length > 0 && already.length + open.length < quantity)
    services.log.error({ orderId: units[0]?.orderId, kept }, 'a gift was refunded that is already redeemed')
}

/** First the words, then the discount, which a cart may still hold. */
async function takeBack(
  { backend, giftDiscounts }: OrderServices,
  gifts: readonly StoredGiftCode[],
  reason: string,
): Promise<void> {
  const open = gifts.filter((gift) => !gift.redeemed)
  await backend.revokeGiftCodes(
    open.map((gift) => gift.id),
    reason,
  )
  for (const { discountCode } of open) if (discountCode !== null) await giftDiscounts.retire(discountCode)
}
