import { MARKET_IDS } from '../../models/market.ts'
import { HANDLES, isGiftVariant } from '../../models/product.ts'
import { assertNever } from '../../models/result.ts'
import type { AuditEntry } from '../backend/audit.server.ts'
import { giftUnits, isGiftPurchase } from './gift-units.server.ts'
import type { OrderServices } from './order-services.server.ts'
import { handleCancelledOrder } from './order-undone.server.ts'
import type { PaidOrder } from './payload.server.ts'

/**
 * Handles a paid order: marks the gifts as redeemed whose discount codes it used, then issues and mails a gift code
 * for each unit of a gift purchase. Orders that are not paid yet are ignored. Idempotent: a retry completes what is
 * missing.
 * @throws UpstreamError when a write failed; the delivery is then retried
 * Product decisions: setting `redeemed`, who makes gift codes
 */
export async function handlePaidOrder(services: OrderServices, order: PaidOrder): Promise<void> {
  const { backend } = services
  const hasGiftPurchase = order.lines.some(isGiftPurchase)
  if (order.isCancelled || !order.isPaid) return
  if (order.discountCodes.length === 0 && !hasGiftPurchase) return
  // Shopify does not guarantee the order of webhooks. The cancellation may have come before an earlier attempt of
  // this delivery issued gifts, so it is handled again.
  const isOrderCancelled = () => backend.wasWebhookReceived('orders/cancelled', order.id)
  if (await isOrderCancelled()) return handleCancelledOrder(services, order.id)
  await redeemGifts(services, order)
  if (hasGiftPurchase)
    for (const unit of giftUnits(order, await loadVol2(services))) {
      // Each is mailed at once, and its words would be revoked after that.
      if (await isOrderCancelled()) break
      await backend.giveGift(unit)
    }
  // A cancellation that came meanwhile may have missed some of these gifts.
  if (await isOrderCancelled()) await handleCancelledOrder(services, order.id)
}

async function redeemGifts(services: OrderServices, order: PaidOrder): Promise<void> {
  const { backend, log } = services
  let redeemedCount = 0
  for (const code of order.discountCodes) {
    const result = await backend.redeemGiftByDiscount(code, order)
    if (result.ok) {
      redeemedCount += 1
      continue
    }
    switch (result.error) {
      // A discount that is not a gift's.
      case 'unknown':
        break
      // Paid once and ordered twice, or ordered after a refund: the owner has to settle it.
      case 'already-redeemed':
      case 'revoked':
        log.error({ orderId: order.id, reason: result.error }, 'gift ordered that is no longer open')
        break
      default:
        assertNever(result.error)
    }
  }
  if (redeemedCount > 0) await reportExcessGifts(services, order, redeemedCount)
}

/**
 * A gift discount makes every unit of the gift variant free, and only our own carts limit it to one unit. An order
 * made without them is reported to the owner before it ships, in the audit trail and as an error in the log.
 *
 * Retries do not report it again. The audit entry is written last, so that a retry after a failure reports it.
 */
async function reportExcessGifts(
  { backend, log }: OrderServices,
  order: PaidOrder,
  redeemedCount: number,
): Promise<void> {
  const ordered = order.lines
    .filter((line) => isGiftVariant(line.title, line.variantTitle))
    .reduce((sum, line) => sum + line.quantity, 0)
  if (ordered <= redeemedCount) return
  const entry: AuditEntry = {
    actor: { id: 'shop', email: 'order webhook' },
    action: 'order.too-many-gifts',
    subjectType: 'order',
    subjectId: order.id,
    detail: { order: order.name ?? order.id, ordered, given: redeemedCount },
  }
  if (await backend.isAudited(entry)) return
  log.error({ orderId: order.id, ordered, given: redeemedCount }, 'more gifts ordered than were given')
  await backend.recordAudit(entry)
}

async function loadVol2({ storefront }: OrderServices) {
  const [us = null, uk = null] = await Promise.all(
    MARKET_IDS.map((market) => storefront.getProduct(market, HANDLES.vol2[market])),
  )
  return { us, uk }
}
