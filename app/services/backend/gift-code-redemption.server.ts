import type { SupabaseClient } from '@supabase/supabase-js'
import { z } from 'zod'
import { splitName } from '../../../supabase/functions/_shared/text.ts'
import { cutText } from '../../models/cut-text.ts'
import { type GiftCode, usableDiscountCode } from '../../models/gift-code.ts'
import { err, ok, type Result } from '../../models/result.ts'
import { callFunction, idRows, rowsOf } from './client.server.ts'
import { GIFT_CODES, giftCodeRows, type StoredGiftCode } from './gift-code-rows.server.ts'
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
 * Spellings of a discount code to search for: Shopify matches codes case-insensitively and reports them in orders as
 * they were typed, while the shop's own are in upper case.
 */
function spellingsOf(code: string): string[] {
  return [...new Set([code, code.toUpperCase()])]
}

/** The gift with that discount code, revoked or not; null when there is none. @throws UpstreamError */
export async function findGiftByDiscount(
  client: SupabaseClient,
  discountCode: string,
): Promise<StoredGiftCode | null> {
  const found = await client
    .from(GIFT_CODES)
    .select('*')
    .in('shopify_discount_code', spellingsOf(discountCode))
    .limit(1)
  return rowsOf('find gift code of discount', found, giftCodeRows)[0] ?? null
}

/**
 * Marks the gift with that discount code as redeemed by an order, whose buyer becomes the recipient. A single
 * statement, so that of concurrent orders exactly one succeeds. Idempotent for that order.
 * @param at time of redemption, ISO 8601
 * @returns the gift; `already-redeemed` when another order has redeemed it, `revoked` when it was revoked, `unknown`
 * when no gift has that discount code
 * @throws UpstreamError
 */
export async function redeemGiftByDiscount(
  client: SupabaseClient,
  discountCode: string,
  order: RedeemingOrder,
  at: string,
): Promise<Result<StoredGiftCode, RedemptionError>> {
  const code = usableDiscountCode({ discountCode })
  if (code === null) return err('unknown')
  const reply = await client
    .from(GIFT_CODES)
    .update({
      redeemed: true,
      redeemed_at: at,
      redeemed_order_id: order.id,
      redeemed_order_name: order.name,
      ...recipientColumns(order),
    })
    .in('shopify_discount_code', spellingsOf(code))
    .eq('redeemed', false)
    .is('revoked_at', null)
    .select('*')
  const redeemed = rowsOf('redeem gift code', reply, giftCodeRows)[0]
  if (redeemed) return ok(redeemed)
  const gift = await findGiftByDiscount(client, code)
  if (!gift) return err('unknown')
  if (gift.redeemed && gift.redeemedOrderId === order.id) return ok(gift)
  return err(gift.revokedAt ? 'revoked' : 'already-redeemed')
}

/** The gifts that an order has redeemed. @throws UpstreamError */
export async function listGiftsSpentBy(
  client: SupabaseClient,
  orderId: string,
): Promise<readonly StoredGiftCode[]> {
  const reply = await client
    .from(GIFT_CODES)
    .select('*')
    .eq('redeemed_order_id', orderId)
    .eq('redeemed', true)
  return rowsOf('list gifts spent by order', reply, giftCodeRows)
}

/**
 * Makes gifts redeemable again after the order that redeemed them was cancelled. Their discount codes are used up in
 * the store and are removed from the records; the next claim creates new ones (see `create-gift-discount`). Callers
 * that deactivate the old codes have to do so before.
 * @returns number of gifts reopened; those that the order has not redeemed are left unchanged
 * @throws UpstreamError
 */
export async function reopenGifts(
  client: SupabaseClient,
  ids: readonly string[],
  orderId: string,
): Promise<number> {
  if (ids.length === 0) return 0
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
      shopify_discount_code: null,
      shopify_discount_id: `spent:${orderId}`,
      shopify_manual_setup_complete: false,
    })
    .in('id', [...ids])
    .eq('redeemed_order_id', orderId)
    .eq('redeemed', true)
    .select('id')
  return rowsOf('reopen gift codes', reply, idRows).length
}

/**
 * Revokes unredeemed codes, when the order that bought them was cancelled or refunded.
 * @param at time of revocation, ISO 8601
 * @returns the codes revoked by this call
 * @throws UpstreamError
 */
export async function revokeGiftCodes(
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

const discountBody = z.object({ discountCode: z.string().min(1) })

/**
 * The discount code that makes a gift free, created on first use by the edge function `create-gift-discount`.
 * @returns the code, or `failed` when the store refused
 * @throws UpstreamError
 * Spec: 7 Backend functions
 */
export async function ensureGiftDiscount(
  client: SupabaseClient,
  gift: Pick<GiftCode, 'id' | 'code'>,
): Promise<Result<string, 'failed'>> {
  const body = { giftCode: gift.code, giftCodeId: gift.id }
  const answer = await callFunction(client, 'create-gift-discount', body, discountBody)
  return answer.ok ? ok(answer.body.discountCode) : err('failed')
}
