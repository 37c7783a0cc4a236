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
  await waitForOrder(services, refund, attempts)
  for (const line of unitsByLine(refund.lines)) await takeBackUnits(services, refund, line)
  const isGiftOut = refund.lines.some(
    (line) => line.neverSent && line.quantity > 0 && isGiftVariant(line.title, line.variantTitle),
  )
  if (isGiftOut) await openAgain(services, refund.orderId)
}

type Units = { readonly lineId: string; readonly quantity: number }

/** How many units of each line are refunded: a store names a line once for each way in which its units come back. */
function unitsByLine(lines: Refund['lines']): Units[] {
  const quantities = new Map<string, number>()
  for (const { lineId, quantity } of lines) quantities.set(lineId, (quantities.get(lineId) ?? 0) + quantity)
  return [...quantities].map(([lineId, quantity]) => ({ lineId, quantity }))
}

function reasonOf(refund: Refund): string {
  return `refund ${refund.id}`
}

/** A store that is refused too often stops telling, so a refund waits for its order only so long. */
const MOST_WAITS = 5

/**
 * Shopify promises no order among its webhooks: a refund that comes first, or while the order is carried out, would take
 * back too little, and then its gifts would be given.
 */
async function waitForOrder(
  { backend, log }: OrderServices,
  refund: Refund,
  attempts: number,
): Promise<void> {
  const bought = await backend.listGiftCodesOfOrder(refund.orderId)
  const isOthers = (gift: StoredGiftCode) =>
    gift.revokedAt !== null && gift.revokedReason !== reasonOf(refund)
  const isEarly = unitsByLine(refund.lines.filter(isGiftPurchase)).some(
    ({ lineId, quantity }) =>
      bought.filter((gift) => gift.orderLineId === lineId && !isOthers(gift)).length < quantity,
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

/**
 * Takes back as many gifts of a line as were refunded. A delivery that is tried again takes back only what its first try
 * left over.
 */
async function takeBackUnits(services: OrderServices, refund: Refund, line: Units, turn = 0): Promise<void> {
  const reason = reasonOf(refund)
  const bought = await services.backend.listGiftCodesOfOrder(refund.orderId)
  const units = bought.filter((gift) => gift.orderLineId === line.lineId)
  const already = units.filter((gift) => gift.revokedReason === reason)
  const open = units
    .filter((gift) => gift.revokedAt === null && !gift.redeemed)
    .sort((a, b) => (b.orderLineUnit ?? 0) - (a.orderLineUnit ?? 0))
    .slice(0, Math.max(0, line.quantity - already.length))
  const taken = await takeBack(services, [...already, ...open].slice(0, line.quantity), reason)
  // Another refund of the order, or a recipient, was quicker: there may be others left.
  if (taken < open.length) {
    // Each time somebody else has had one of them.
    if (turn === units.length) throw new Error('refunded gifts stay open, though nobody else has them')
    return takeBackUnits(services, refund, line, turn + 1)
  }
  const kept = units.filter((gift) => gift.redeemed).length
  if (kept > 0 && already.length + open.length < line.quantity)
    services.log.error({ orderId: refund.orderId, kept }, 'a gift was refunded that is already redeemed')
}

/**
 * First the words, then the discount, which a cart may still hold: also one that was made since the gifts were read.
 * @returns how many were taken back now
 */
async function takeBack(
  { backend, giftDiscounts }: OrderServices,
  gifts: readonly StoredGiftCode[],
  reason: string,
): Promise<number> {
  const open = gifts.filter((gift) => !gift.redeemed)
  const taken = await backend.revokeGiftCodes(
    open.map((gift) => gift.id),
    reason,
  )
  const codes = new Set([...open, ...taken].map((gift) => gift.discountCode))
  for (const code of codes) if (code !== null) await giftDiscounts.retire(code)
  return taken.length
}
