import { isCancelled, type OrderReversal } from '../backend/gift-claims.server.ts'
import type { StoredGiftCode } from '../backend/gift-code-rows.server.ts'
import type { OrderServices } from './order-services.server.ts'
import { reportOnce } from './report-order.server.ts'

/** Stored with gifts that refunds revoked: as many of a line as were refunded in all. */
const REFUNDED = 'refunded'

/**
 * Revokes the gifts that an order bought and that were taken back since: all that have not been redeemed when it was
 * cancelled; of each line, as many as were refunded, the one with the highest unit number first. A redeemed gift stays
 * with its recipient. Idempotent.
 * @throws UpstreamError or ShopifyAdminError; a repeated call continues
 */
export async function settlePurchase(services: OrderServices, orderId: string): Promise<void> {
  const reversals = await services.backend.listReversals(orderId)
  if (isCancelled(reversals)) {
    await revokeGifts(services, await services.backend.listGiftCodesOfOrder(orderId), 'order cancelled')
    return
  }
  for (const line of sumUnitsByLine(reversals)) await revokeRefundedUnits(services, orderId, line)
}

type RefundedUnits = { readonly lineId: string; readonly quantity: number }

function sumUnitsByLine(reversals: readonly OrderReversal[]): RefundedUnits[] {
  const quantities = new Map<string, number>()
  for (const { lineId, units } of reversals) quantities.set(lineId, (quantities.get(lineId) ?? 0) + units)
  return [...quantities]
    .map(([lineId, quantity]) => ({ lineId, quantity }))
    .filter(({ quantity }) => quantity > 0)
}

/**
 * Revokes as many gifts of a line as units were refunded in all. The discounts of those revoked earlier are deactivated
 * again, as an attempt may have failed in between.
 * @throws Error when gifts stay redeemable although no other request takes them
 */
async function revokeRefundedUnits(
  services: OrderServices,
  orderId: string,
  { lineId, quantity }: RefundedUnits,
): Promise<void> {
  for (let turn = 0; ; turn++) {
    const bought = await services.backend.listGiftCodesOfOrder(orderId)
    const gifts = bought.filter((gift) => gift.orderLineId === lineId)
    const revoked = gifts.filter((gift) => gift.revokedReason === REFUNDED)
    const revocable = gifts
      .filter((gift) => gift.revokedAt === null && !gift.redeemed)
      .sort((a, b) => (b.orderLineUnit ?? 0) - (a.orderLineUnit ?? 0))
      .slice(0, Math.max(0, quantity - revoked.length))
    const revokedCount = await revokeGifts(services, [...revoked, ...revocable], REFUNDED)
    if (revokedCount >= revocable.length) {
      const kept = gifts.filter((gift) => gift.redeemed).length
      if (kept > 0 && revoked.length + revocable.length < quantity)
        await reportOnce(
          services,
          'order.redeemed-gift-refunded',
          { id: orderId, name: gifts[0]?.orderName },
          { kept },
        )
      return
    }
    // Another refund or a recipient has taken some of them meanwhile, at least one in each round: select others.
    if (turn > gifts.length) throw new Error('refunded gifts stay open, though nobody else has them')
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
