import type { SupabaseClient } from '@supabase/supabase-js'
import { splitName } from '../../../supabase/functions/_shared/text/text.ts'
import { cutText } from '../../models/cut-text.ts'
import { err, ok, type Result } from '../../models/result.ts'
import { expectDone, idRows, rowsOf } from './client.server.ts'
import { withoutDiscount } from './gift-discounts.server.ts'
import {
  findGiftByDiscount,
  GIFT_CODES,
  getGift,
  giftCodeRows,
  type StoredGiftCode,
} from './gift-records.server.ts'
import type { createOrderFacts } from './order-facts.server.ts'
import { toPersonColumns } from './person-columns.server.ts'

type RedemptionError = 'unknown' | 'already-redeemed' | 'revoked'

/** The order that redeems a gift. */
export type RedeemingOrder = {
  readonly id: string
  /** For display, such as `#1043`. */
  readonly name: string
  /** Email and name of the buyer, where the order has them. */
  readonly email?: string | null
  readonly buyer?: string | null
}

/**
 * The buyer of the redeeming order is the gift's recipient. Stored only now, as entering the magic words does not
 * mean that an order follows. An order without an email address keeps the recipient whom the purchaser named.
 */
function recipientColumns({ email, buyer }: RedeemingOrder) {
  const recipient = toPersonColumns({ name: buyer, email })
  if (recipient.email === null) return {}
  const { firstName, lastName } = splitName(recipient.name ?? '')
  return {
    recipient_email: recipient.email,
    recipient_name: recipient.name,
    recipient_first_name: firstName || null,
    recipient_last_name: lastName || null,
  }
}

/**
 * Spends a gift on an order, whose buyer becomes the recipient. A single statement, so that of concurrent orders
 * exactly one succeeds.
 * @param at time of redemption, ISO 8601
 * @returns false when the gift was redeemed by an order, this one or another, or revoked
 * @throws UpstreamError
 */
export async function redeemGift(
  client: SupabaseClient,
  giftId: string,
  order: RedeemingOrder,
  at: string,
): Promise<boolean> {
  const reply = await client
    .from(GIFT_CODES)
    .update({
      redeemed: true,
      redeemed_at: at,
      redeemed_order_id: order.id,
      redeemed_order_name: order.name,
      ...recipientColumns(order),
    })
    .eq('id', giftId)
    .eq('redeemed', false)
    .is('revoked_at', null)
    .select('id')
  return rowsOf('redeem gift code', reply, idRows).length === 1
}

/**
 * Spends the gift that has or had that discount code on a paid order. Idempotent for that order.
 * @param orders keeps what the order did
 * @param at time of redemption, ISO 8601
 * @returns the gift; `already-redeemed` when another order has redeemed it, `revoked` when it was revoked, `unknown`
 * when no gift has that discount code
 * @throws UpstreamError
 */
export async function redeemGiftByDiscount(
  client: SupabaseClient,
  orders: Pick<ReturnType<typeof createOrderFacts>, 'recordClaim'>,
  discountCode: string,
  order: RedeemingOrder,
  at: string,
): Promise<Result<StoredGiftCode, RedemptionError>> {
  const gift = await findGiftByDiscount(client, discountCode)
  if (!gift) return err('unknown')
  await orders.recordClaim({
    giftId: gift.id,
    orderId: order.id,
    orderName: order.name,
    discountCode,
    isPaid: true,
  })
  await redeemGift(client, gift.id, order, at)
  const after = await getGift(client, gift.id)
  if (!after) return err('unknown')
  if (after.redeemed && after.redeemedOrderId === order.id) return ok(after)
  return err(after.revokedAt ? 'revoked' : 'already-redeemed')
}

/**
 * Makes a gift redeemable again after the order that redeemed it was undone. Its discount code is used up in the store
 * and removed from the record. Callers deactivate it before.
 * @throws UpstreamError
 */
export async function reopenGift(
  client: SupabaseClient,
  gift: Pick<StoredGiftCode, 'id' | 'discountCode'>,
  orderId: string,
): Promise<void> {
  const reply = await client
    .from(GIFT_CODES)
    .update({
      redeemed: false,
      redeemed_at: null,
      redeemed_order_id: null,
      redeemed_order_name: null,
      recipient_email: null,
      recipient_name: null,
      recipient_first_name: null,
      recipient_last_name: null,
      ...withoutDiscount(gift.discountCode),
    })
    .eq('id', gift.id)
    .eq('redeemed_order_id', orderId)
    .eq('redeemed', true)
    .select('id')
  expectDone('reopen gift code', reply)
}

/**
 * Revokes unredeemed codes, when the order that bought them was cancelled or refunded.
 * @param at time of revocation, ISO 8601
 * @returns the codes revoked by this call
 * @throws UpstreamError
 */
export async function revokeGifts(
  client: SupabaseClient,
  ids: readonly string[],
  reason: string,
  at: string,
): Promise<readonly StoredGiftCode[]> {
  if (ids.length === 0) return []
  const reply = await client
    .from(GIFT_CODES)
    .update({ revoked_at: at, revoked_reason: cutText(reason, 255) })
    .in('id', [...ids])
    .eq('redeemed', false)
    .is('revoked_at', null)
    .select('*')
  return rowsOf('revoke gift codes', reply, giftCodeRows)
}
