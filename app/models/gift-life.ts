/**
 * The life of a gift, from the paid order that bought it to the paid order that it made free.
 *
 * The store reports orders as deliveries that come in any order and any number of times. What they say is kept as
 * facts that only ever grow (`GiftClaim`), and `nextGiftStep` names what is still to be done for the gift to agree
 * with them: so the last delivery leaves the same result, whichever it is. The database decides between concurrent
 * orders; this model describes. `tests/routes/gift-states.test.ts` has the table of states and events.
 *
 * From a webhook to a gift code: `services/orders/receive.server.ts` verifies and keeps the delivery,
 * `services/orders/take-order.server.ts` tells what it means, and `services/backend/gift-codes.server.ts` issues, delivers,
 * reserves, redeems or revokes.
 */

/** What one order did with a gift. Each flag is set once and never cleared. */
export type GiftClaim = {
  readonly orderId: string
  /** The discount code that the order used, in upper case. */
  readonly discount: string
  readonly isPaid: boolean
  /** The order was cancelled, or the gift removed from it before it shipped. */
  readonly isReleased: boolean
}

/** All that decides the next step of a gift. */
export type GiftFacts = {
  readonly isRevoked: boolean
  /** The order that has the gift; null while it is open. The only part that the database decides. */
  readonly redeemedBy: string | null
  /** The discount code that the next cart gets, in upper case; null when the next claim creates one. */
  readonly discount: string | null
  readonly claims: readonly GiftClaim[]
}

/**
 * A step towards the facts:
 * - `redeem`: spend the gift on a paid order;
 * - `reopen`: take it back from an order that was undone. The next claim gets a new discount;
 * - `renew`: give up a discount that an undone order may have used up;
 * - `retire`: end the discount of a gift that was redeemed with an earlier one.
 */
export type GiftStep =
  | { readonly kind: 'redeem'; readonly orderId: string }
  | { readonly kind: 'reopen'; readonly orderId: string }
  | { readonly kind: 'renew'; readonly discount: string }
  | { readonly kind: 'retire'; readonly discount: string; readonly used: string }

const isLive = (claim: GiftClaim) => claim.isPaid && !claim.isReleased

/**
 * The next step for a gift to agree with its facts; null when it does: it is then redeemed by exactly one paid order,
 * revoked, or open with a discount that no undone order has used.
 */
export function nextGiftStep({ redeemedBy, isRevoked, discount, claims }: GiftFacts): GiftStep | null {
  if (redeemedBy !== null) {
    const holder = claims.find((claim) => claim.orderId === redeemedBy)
    if (holder?.isReleased) return { kind: 'reopen', orderId: redeemedBy }
    const isReplaced = holder !== undefined && discount !== null && holder.discount !== discount
    return isReplaced ? { kind: 'retire', discount, used: holder.discount } : null
  }
  if (isRevoked) return null
  const paid = claims.find(isLive)
  if (paid) return { kind: 'redeem', orderId: paid.orderId }
  const isUsedUp = claims.some((claim) => claim.isReleased && claim.discount === discount)
  return isUsedUp && discount !== null ? { kind: 'renew', discount } : null
}

/** Orders that were paid with this gift although another has it, or although it was revoked: the owner settles them. */
export function ordersToSettle({ redeemedBy, isRevoked, claims }: GiftFacts): readonly string[] {
  if (redeemedBy === null && !isRevoked) return []
  return claims.filter((claim) => isLive(claim) && claim.orderId !== redeemedBy).map(({ orderId }) => orderId)
}

/** Units of the redeemed gifts that a refund removed from an order before they shipped, by variant title. */
export type RemovedGifts = { readonly variantTitle: string; readonly units: number }

/**
 * Which gifts of an order were removed from it, by their titles; another one where no title fits.
 * @returns the ids, in a fixed order, so that repeated refunds select the same
 */
export function giftsRemoved(
  gifts: readonly { readonly id: string; readonly productTitle: string }[],
  removed: readonly RemovedGifts[],
): readonly string[] {
  let left = [...gifts].sort((a, b) => (a.id < b.id ? -1 : 1))
  const chosen: string[] = []
  for (const { variantTitle, units } of removed)
    for (let unit = 0; unit < units && left.length > 0; unit++) {
      const title = variantTitle.toLowerCase()
      const gift = left.find(({ productTitle }) => productTitle.toLowerCase() === title) ?? left[0]
      if (gift === undefined) break
      chosen.push(gift.id)
      left = left.filter((other) => other !== gift)
    }
  return chosen
}
