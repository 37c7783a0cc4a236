import {
  type GiftFacts,
  type GiftStep,
  giftsRemoved,
  nextGiftStep,
  ordersToSettle,
} from '../../models/gift-life.ts'
import { assertNever } from '../../models/result.ts'
import { isCancelled, type StoredClaim } from '../backend/gift-claims.server.ts'
import type { StoredGiftCode } from '../backend/gift-code-rows.server.ts'
import type { OrderServices } from './order-services.server.ts'
import type { PaidOrder } from './payload.server.ts'
import { settlePurchase } from './settle-purchase.server.ts'

/** Enough for every step of several concurrent orders; more means that something else changes the gift all the time. */
const MAX_STEPS = 20

type Buyer = Pick<PaidOrder, 'id' | 'name' | 'email' | 'buyer'>

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
  const claims = await services.backend.listClaimsOfOrder(orderId)
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
    backend.listClaimsOfOrder(orderId),
    backend.listReversals(orderId),
  ])
  if (reversals.length === 0 || claims.every(({ isReleased }) => isReleased)) return
  const released = isCancelled(reversals)
    ? claims.map(({ giftId }) => giftId)
    : giftsRemoved(
        await giftsOf(backend, claims),
        reversals
          .filter(({ giftUnits }) => giftUnits > 0)
          .map(({ variantTitle, giftUnits }) => ({ variantTitle: variantTitle ?? '', units: giftUnits })),
      )
  for (const { giftId, isReleased } of claims)
    if (!isReleased && released.includes(giftId)) await backend.releaseGiftClaim(giftId, orderId)
}

async function giftsOf(backend: OrderServices['backend'], claims: readonly StoredClaim[]) {
  const gifts = await Promise.all(claims.map(({ giftId }) => backend.getGiftCode(giftId)))
  return gifts.filter((gift) => gift !== null)
}

function toFacts(gift: StoredGiftCode, claims: readonly StoredClaim[]): GiftFacts {
  return {
    isDelivered: gift.deliveredAt !== null,
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
    const gift = await services.backend.getGiftCode(giftId)
    if (gift === null) return null
    const claims = await services.backend.listClaimsOfGift(giftId)
    const facts = toFacts(gift, claims)
    const step = nextGiftStep(facts)
    if (step !== null) {
      isReopened ||= step.kind === 'reopen'
      await takeStep(services, gift, claims, step, order)
      continue
    }
    // The order that bought it may have been undone while the gift was with its recipient.
    if (isReopened && !gift.redeemed && gift.orderId !== null) await settlePurchase(services, gift.orderId)
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
      await backend.redeemGift(gift.id, buyer ?? { id: step.orderId, name: claim?.orderName ?? '' })
      // Its words are used: a mail that still waits would only promise something that is gone.
      return backend.deleteUnsentGiftMails(gift.id)
    }
    // Discounts are deactivated first: stores differ in whether a cancelled order uses them up, and a record
    // without its discount could not name it to a retry.
    case 'reopen':
      if (gift.discountCode !== null) await giftDiscounts.deactivateDiscount(gift.discountCode)
      return backend.reopenGift(gift, step.orderId)
    case 'renew':
      await giftDiscounts.deactivateDiscount(step.discount)
      return backend.dropGiftDiscount(gift.id, gift.discountCode ?? step.discount)
    case 'retire':
      await giftDiscounts.deactivateDiscount(step.discount)
      return backend.setUsedDiscount(gift.id, gift.redeemedOrderId ?? '', step.used)
    default:
      return assertNever(step)
  }
}
