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

/** The order that spends a gift; the name is shown to people, such as `#1043`. */
export type RedeemingOrder = {
  readonly id: string
  readonly name: string
  /** Whose order it is, as far as it says. */
  readonly email?: string | null
  readonly buyer?: string | null
}

/**
 * The recipient of a spent gift is whose order it is. Whoever only said its words may never order, so nobody is written
 * down before; an order without an address leaves whom the purchaser named.
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
 * The ways in which a record may hold a discount code that an order names. Stores take codes in any case, and name them
 * in orders as they were typed; ours are in capitals.
 */
function spellingsOf(code: string): string[] {
  return [...new Set([code, code.toUpperCase()])]
}

/** The code that a discount code makes free, taken back or not; null when there is none. @throws UpstreamError */
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
 * Spends a gift: marks the code behind a discount code as redeemed by an order. One statement decides, so of
 * any number of orders exactly one wins; the order that has won may ask again. Its person becomes the recipient.
 * @param at the time of redeeming, ISO 8601
 * @returns the code; `already-redeemed` when another order has it, `revoked` when it was taken back, `unknown`
 * when no code has that discount
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
  const won = rowsOf('redeem gift code', reply, giftCodeRows)[0]
  if (won) return ok(won)
  const gift = await findGiftByDiscount(client, code)
  if (!gift) return err('unknown')
  if (gift.redeemed && gift.redeemedOrderId === order.id) return ok(gift)
  return err(gift.revokedAt ? 'revoked' : 'already-redeemed')
}

/** The gifts that an order has spent. @throws UpstreamError */
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
 * Opens gifts again when the order that spent them was undone, for whoever says their words next. Their discount codes are used up in the store, so
 * the records forget them, and the next claim makes others (see `create-gift-discount`): whoever retires the codes has
 * to do so before.
 * @returns how many were opened; one that the order has not spent stays as it is
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
 * Takes back unredeemed codes, when the order that bought them was cancelled or refunded.
 * @param at the time of taking back, ISO 8601
 * @returns those taken back now
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

/**
 * The discount code that makes a gift free, made on first use by the function `create-gift-discount`.
 * @returns the code, or `failed` when the storefront refused
 * @throws UpstreamError
 * Spec: 7 Backend functions
 */
export async function ensureGiftDiscount(
  client: SupabaseClient,
  gift: Pick<GiftCode, 'id' | 'code'>,
): Promise<Result<string, 'failed'>> {
  const answer = await callFunction(client, 'create-gift-discount', {
    giftCode: gift.code,
    giftCodeId: gift.id,
  })
  if (!answer.ok) return err('failed')
  const parsed = z.object({ discountCode: z.string().min(1) }).safeParse(answer.body)
  return parsed.success ? ok(parsed.data.discountCode) : err('failed')
}
