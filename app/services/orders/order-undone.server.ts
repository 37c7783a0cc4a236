import { isGiftVariant } from '../../models/product.ts'
import type { StoredGiftCode } from '../backend/gift-code-rows.server.ts'
import { isGiftPurchase } from './gift-units.server.ts'
import type { OrderServices } from './order-services.server.ts'
import type { Refund } from './payload.server.ts'

/**
 * Handles a cancelled order: reopens the gifts that it redeemed, and revokes those that it bought and that have not
 * been redeemed. A redeemed gift stays with its recipient. Idempotent.
 * @throws UpstreamError or ShopifyAdminError; the delivery is then retried
 */
export async function handleCancelledOrder(services: OrderServices, orderId: string): Promise<void> {
  await reopenGifts(services, orderId)
  await revokeGifts(services, await services.backend.listGiftCodesOfOrder(orderId), 'order cancelled')
}

/**
 * Handles a refund: for each refunded unit of a gift purchase, revokes one gift of that line that has not been
 * redeemed, the one with the highest unit number first. If a redeemed gift was removed from the order before it was
 * shipped, the gift is reopened. A refund of money alone changes nothing. Idempotent.
 * @param attempts number of times that the delivery was claimed, including this one
 * @throws UpstreamError or ShopifyAdminError, or when the refund came before its order; the delivery is then retried
 */
export async function handleRefund(services: OrderServices, refund: Refund, attempts: number): Promise<void> {
  await requireProcessedOrder(services, refund, attempts)
  for (const units of sumUnitsByLine(refund.lines)) await revokeRefundedUnits(services, refund, units)
  const isRedeemedGiftRemoved = refund.lines.some(
    (line) => line.isUnfulfilled && line.quantity > 0 && isGiftVariant(line.title, line.variantTitle),
  )
  if (isRedeemedGiftRemoved) await reopenGifts(services, refund.orderId)
}

type RefundedUnits = { readonly lineId: string; readonly quantity: number }

/** A refund may have several entries for one order line: one for each restock type. */
function sumUnitsByLine(lines: Refund['lines']): RefundedUnits[] {
  const quantities = new Map<string, number>()
  for (const { lineId, quantity } of lines) quantities.set(lineId, (quantities.get(lineId) ?? 0) + quantity)
  return [...quantities].map(([lineId, quantity]) => ({ lineId, quantity }))
}

/** Stored with a revoked gift; identifies the refund when its delivery is retried. */
function revocationReason(refund: Refund): string {
  return `refund ${refund.id}`
}

/** Shopify stops sending webhooks after too many failures, so a refund waits for its order only this often. */
const MAX_ATTEMPTS = 5

/**
 * Shopify does not guarantee the order of webhooks. A refund that is handled before its order, or during it, would
 * revoke too few gifts, and the order would then issue the rest.
 * @throws when the order has not been processed yet; the delivery is then retried
 */
async function requireProcessedOrder(
  { backend, log }: OrderServices,
  refund: Refund,
  attempts: number,
): Promise<void> {
  const bought = await backend.listGiftCodesOfOrder(refund.orderId)
  const isRevokedOtherwise = (gift: StoredGiftCode) =>
    gift.revokedAt !== null && gift.revokedReason !== revocationReason(refund)
  const areGiftsMissing = sumUnitsByLine(refund.lines.filter(isGiftPurchase)).some(
    ({ lineId, quantity }) =>
      bought.filter((gift) => gift.orderLineId === lineId && !isRevokedOtherwise(gift)).length < quantity,
  )
  if (!areGiftsMissing || (await backend.wasWebhookProcessed('orders/paid', refund.orderId))) return
  if (attempts < MAX_ATTEMPTS) throw new Error('the refund came before its order')
  log.error({ orderId: refund.orderId }, 'gifts were refunded of an order that never came')
}

/**
 * Makes the gifts that an order redeemed redeemable again, without their discount codes.
 *
 * The discounts are deactivated, as stores differ in whether a cancelled order uses them up. That comes first: a
 * reopened gift no longer has its discount code, so a retry could not find it.
 */
async function reopenGifts({ backend, giftDiscounts }: OrderServices, orderId: string): Promise<void> {
  const redeemed = await backend.listGiftsSpentBy(orderId)
  for (const { discountCode } of redeemed)
    if (discountCode !== null) await giftDiscounts.deactivateDiscount(discountCode)
  await backend.reopenGifts(
    redeemed.map((gift) => gift.id),
    orderId,
  )
}

/**
 * Revokes as many gifts of a line as units were refunded. Gifts that an earlier attempt of the same delivery revoked
 * count, and their discounts are deactivated again, as that attempt may have failed in between.
 * @throws Error when gifts stay redeemable although no other request takes them
 */
async function revokeRefundedUnits(
  services: OrderServices,
  refund: Refund,
  { lineId, quantity }: RefundedUnits,
): Promise<void> {
  const reason = revocationReason(refund)
  for (let retries = 0; ; retries++) {
    const bought = await services.backend.listGiftCodesOfOrder(refund.orderId)
    const gifts = bought.filter((gift) => gift.orderLineId === lineId)
    const alreadyRevoked = gifts.filter((gift) => gift.revokedReason === reason)
    const revocable = gifts
      .filter((gift) => gift.revokedAt === null && !gift.redeemed)
      .sort((a, b) => (b.orderLineUnit ?? 0) - (a.orderLineUnit ?? 0))
      .slice(0, Math.max(0, quantity - alreadyRevoked.length))
    const selected = [...alreadyRevoked, ...revocable].slice(0, quantity)
    const revokedCount = await revokeGifts(services, selected, reason)
    if (revokedCount >= revocable.length) {
      const redeemedCount = gifts.filter((gift) => gift.redeemed).length
      if (redeemedCount > 0 && alreadyRevoked.length + revocable.length < quantity)
        services.log.error(
          { orderId: refund.orderId, kept: redeemedCount },
          'a gift was refunded that is already redeemed',
        )
      return
    }
    // Another refund or a recipient has taken some of them meanwhile, at least one in each round: select others.
    if (retries === gifts.length) throw new Error('refunded gifts stay open, though nobody else has them')
  }
}

/**
 * Revokes gifts that have not been redeemed, and deletes their mails that have not been sent. Then deactivates their
 * discounts, which carts may still have, including discounts that were created after the gifts were read.
 * @returns the number of gifts that this call revoked
 */
async function revokeGifts(
  { backend, giftDiscounts }: OrderServices,
  gifts: readonly StoredGiftCode[],
  reason: string,
): Promise<number> {
  const unredeemed = gifts.filter((gift) => !gift.redeemed)
  const revoked = await backend.revokeGiftCodes(
    unredeemed.map((gift) => gift.id),
    reason,
  )
  for (const { id } of unredeemed) await backend.deleteUnsentGiftMails(id)
  const discountCodes = new Set([...unredeemed, ...revoked].map((gift) => gift.discountCode))
  for (const code of discountCodes) if (code !== null) await giftDiscounts.deactivateDiscount(code)
  return revoked.length
}
