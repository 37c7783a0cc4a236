import {
  type GiftFacts,
  type GiftStep,
  giftsRemoved,
  nextGiftStep,
  ordersToSettle,
} from '#app/models/gift-life.ts'
import { assertNever } from '#app/models/result.ts'
import type { StoredGiftCode } from '../backend/gift-records.server.ts'
import { hasCancellation, type OrderReversal, type StoredClaim } from '../backend/order-facts.server.ts'
import type { StoreOrder } from './payload.server.ts'
import { type OrderServices, reportOnce } from './report-order.server.ts'

/** Enough for every step of several concurrent orders; more means that something else changes the gift all the time. */
const MAX_STEPS = 20

type Buyer = Pick<StoreOrder, 'id' | 'name' | 'email' | 'buyer'>

/**
 * Brings the gifts that an order used into agreement with all that is known of their orders.
 * @param order the paid order with its buyer, where the delivery has them
 * @returns the gifts, and the paid orders that each of them was not enough for
 * @throws UpstreamError or ShopifyAdminError; a repeated call continues
 */
export async function settleGiftsOf(
  services: OrderServices,
  orderId: string,
  order: Buyer | null = null,
): Promise<readonly SettledGift[]> {
  await releaseClaims(services, orderId)
  const claims = await services.backend.orders.listClaimsOfOrder(orderId)
  const settled: SettledGift[] = []
  for (const { giftId } of claims) {
    const gift = await settleGift(services, giftId, order)
    if (gift) settled.push(gift)
  }
  return settled
}

export type SettledGift = { readonly gift: StoredGiftCode; readonly unsettled: readonly string[] }

/** Notes which gifts an order has lost: all when it was cancelled, else those that refunds removed from it. */
async function releaseClaims({ backend }: OrderServices, orderId: string): Promise<void> {
  const [claims, reversals] = await Promise.all([
    backend.orders.listClaimsOfOrder(orderId),
    backend.orders.listReversals(orderId),
  ])
  if (reversals.length === 0 || claims.every(({ isReleased }) => isReleased)) return
  const released = hasCancellation(reversals)
    ? claims.map(({ giftId }) => giftId)
    : giftsRemoved(
        await giftsOf(backend, claims),
        reversals
          .filter(({ giftUnits }) => giftUnits > 0)
          .map(({ variantTitle, giftUnits }) => ({ variantTitle: variantTitle ?? '', units: giftUnits })),
      )
  for (const { giftId, isReleased } of claims)
    if (!isReleased && released.includes(giftId)) await backend.orders.releaseClaim(giftId, orderId)
}

async function giftsOf(backend: OrderServices['backend'], claims: readonly StoredClaim[]) {
  const gifts = await Promise.all(claims.map(({ giftId }) => backend.gifts.get(giftId)))
  return gifts.filter((gift) => gift !== null)
}

function toFacts(gift: StoredGiftCode, claims: readonly StoredClaim[]): GiftFacts {
  return {
    isRevoked: gift.revokedAt !== null,
    redeemedBy: gift.redeemed ? (gift.redeemedOrderId ?? '') : null,
    discount: gift.discountCode?.toUpperCase() ?? null,
    claims,
  }
}

/** Takes the steps of the model until none is left. Each is a single statement that a concurrent one can refuse. */
async function settleGift(
  services: OrderServices,
  giftId: string,
  order: Buyer | null,
): Promise<SettledGift | null> {
  let isReopened = false
  for (let count = 0; count < MAX_STEPS; count++) {
    const gift = await services.backend.gifts.get(giftId)
    if (gift === null) return null
    const claims = await services.backend.orders.listClaimsOfGift(giftId)
    const facts = toFacts(gift, claims)
    const step = nextGiftStep(facts)
    if (step !== null) {
      isReopened ||= step.kind === 'reopen'
      await takeStep(services, gift, claims, step, order)
      continue
    }
    // The order that bought it may have been undone while the gift was with its recipient.
    if (isReopened && !gift.redeemed && gift.orderId !== null) await revokeGiftsOf(services, gift.orderId)
    return { gift, unsettled: ordersToSettle(facts) }
  }
  throw new Error('a gift does not settle')
}

async function takeStep(
  { backend, giftDiscounts }: OrderServices,
  gift: StoredGiftCode,
  claims: readonly StoredClaim[],
  step: GiftStep,
  order: Buyer | null,
): Promise<void> {
  switch (step.kind) {
    case 'redeem': {
      const claim = claims.find(({ orderId }) => orderId === step.orderId)
      const buyer = order?.id === step.orderId ? order : null
      await backend.gifts.redeem(gift.id, buyer ?? { id: step.orderId, name: claim?.orderName ?? '' })
      // Its words are used: a mail that still waits would only promise something that is gone.
      return backend.deleteUnsentGiftMails(gift.id)
    }
    // Discounts are deactivated first: stores differ in whether a cancelled order uses them up, and a record
    // without its discount could not name it to a retry.
    case 'reopen':
      if (gift.discountCode !== null) await giftDiscounts.deactivateDiscount(gift.discountCode)
      return backend.gifts.reopen(gift, step.orderId)
    case 'renew':
      await giftDiscounts.deactivateDiscount(step.discount)
      return backend.gifts.dropDiscount(gift.id, gift.discountCode ?? step.discount)
    case 'retire':
      await giftDiscounts.deactivateDiscount(step.discount)
      return backend.gifts.setUsedDiscount(gift.id, gift.redeemedOrderId ?? '', step.used)
    default:
      return assertNever(step)
  }
}

/** Stored with gifts that refunds revoked: as many of a line as were refunded in all. */
const REFUNDED = 'refunded'

/**
 * Revokes the gifts that an order bought and that were taken back since: all that have not been redeemed when it was
 * cancelled; of each line, as many as were refunded, the one with the highest unit number first. A redeemed gift stays
 * with its recipient. Idempotent.
 * @throws UpstreamError or ShopifyAdminError; a repeated call continues
 */
export async function revokeGiftsOf(services: OrderServices, orderId: string): Promise<void> {
  const reversals = await services.backend.orders.listReversals(orderId)
  if (hasCancellation(reversals)) {
    await revokeGifts(services, await services.backend.gifts.listOfOrder(orderId), 'order cancelled')
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
    const bought = await services.backend.gifts.listOfOrder(orderId)
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
          'redeemed-gift-refunded',
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
  const revoked = await backend.gifts.revoke(
    unredeemed.map((gift) => gift.id),
    reason,
  )
  for (const { id } of unredeemed) await backend.deleteUnsentGiftMails(id)
  const discountCodes = new Set([...unredeemed, ...revoked].map((gift) => gift.discountCode))
  for (const code of discountCodes) if (code !== null) await giftDiscounts.deactivateDiscount(code)
  return revoked.length
}
