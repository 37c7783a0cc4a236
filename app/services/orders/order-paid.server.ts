import { MARKET_IDS } from '../../models/market.ts'
import { HANDLES, isGiftVariant } from '../../models/product.ts'
import { assertNever } from '../../models/result.ts'
import type { AuditEntry } from '../backend/audit.server.ts'
import { giftUnits, isGiftPurchase } from './gift-units.server.ts'
import type { OrderServices } from './order-services.server.ts'
import { handleCancelledOrder } from './order-undone.server.ts'
import type { PaidOrder } from './payload.server.ts'

/**
 * What a paid order does (a notice of one that is still pending does nothing): spends the gift that it was made free by, and makes and mails a code for each gift that it
 * bought. Repeating it finishes what was left over and does nothing twice.
 * @throws UpstreamError when something could not be written; the delivery is then tried again
 * Product decisions: setting `redeemed`, who makes gift codes
 */
export async function handlePaidOrder(services: OrderServices, order: PaidOrder): Promise<void> {
  const isGiving = order.lines.some(isGiftPurchase)
  if (order.isCancelled || !order.isPaid || (order.discountCodes.length === 0 && !isGiving)) return
  // Shopify promises no order among its webhooks: a cancellation that came first leaves nothing to spend or to give.
  const wasCancelled = () => services.backend.wasReceived('orders/cancelled', order.id)
  // One that came while an earlier try was under way has not seen what that try gave after it.
  if (await wasCancelled()) return handleCancelledOrder(services, order.id)
  await spendGifts(services, order)
  if (isGiving)
    for (const unit of giftUnits(order, await loadVol2(services))) await services.backend.giveGift(unit)
  // One that came meanwhile has not seen all of it.
  if (await wasCancelled()) await handleCancelledOrder(services, order.id)
}

async function spendGifts(services: OrderServices, order: PaidOrder): Promise<void> {
  const { backend, log } = services
  let given = 0
  for (const code of order.discountCodes) {
    const spent = await backend.redeemGiftByDiscount(code, order)
    if (spent.ok) {
      given += 1
      continue
    }
    switch (spent.error) {
      // Any other discount of the shop.
      case 'unknown':
        break
      // The box was paid for once and ordered twice, or ordered after a refund: for the owner to settle.
      case 'already-redeemed':
      case 'revoked':
        log.error({ orderId: order.id, reason: spent.error }, 'gift ordered that is no longer open')
        break
      default:
        assertNever(spent.error)
    }
  }
  if (given > 0) await reportTooManyGifts(services, order, given)
}

/**
 * A gift's discount makes every unit of its variant free, and only our own carts hold it to one. An order made past
 * them is told to the owner before anything ships: in the audit trail and as an error in the log.
 * An order that is tried again is not told again. The trail comes last: what fails before it is told by the next try.
 */
async function reportTooManyGifts({ backend, log }: OrderServices, order: PaidOrder, given: number) {
  const ordered = order.lines
    .filter((line) => isGiftVariant(line.title, line.variantTitle))
    .reduce((sum, line) => sum + line.quantity, 0)
  if (ordered <= given) return
  const entry: AuditEntry = {
    actor: { id: 'shop', email: 'order webhook' },
    action: 'order.too-many-gifts',
    subjectType: 'order',
    subjectId: order.id,
    detail: { order: order.name ?? order.id, ordered, given },
  }
  if (await backend.isAudited(entry)) return
  log.error({ orderId: order.id, ordered, given }, 'more gifts ordered than were given')
  await backend.recordAudit(entry)
}

async function loadVol2({ storefront }: OrderServices) {
  const [us = null, uk = null] = await Promise.all(
    MARKET_IDS.map((market) => storefront.getProduct(market, HANDLES.vol2[market])),
  )
  return { us, uk }
}
