import type { SupabaseClient } from '@supabase/supabase-js'
import { z } from 'zod'
import { splitName } from '../../../supabase/functions/_shared/text/text.ts'
import { cutText } from '../../models/cut-text.ts'
import { type GiftCode, usableDiscountCode } from '../../models/gift-code.ts'
import { err, ok, type Result } from '../../models/result.ts'
import { callFunction, expectDone, idRows, rowsOf } from './client.server.ts'
import type { createGiftClaims } from './gift-claims.server.ts'
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

const giftIds = z.array(z.object({ gift_id: z.string() }))

/**
 * The gift that has or had that discount code, revoked or not; null when there is none. Shopify matches codes
 * case-insensitively and reports them as they were typed, while the shop's own are in upper case.
 * @throws UpstreamError
 */
export async function findGiftByDiscount(
  client: SupabaseClient,
  discountCode: string,
): Promise<StoredGiftCode | null> {
  const code = usableDiscountCode({ discountCode })
  if (code === null) return null
  const known = await client.from('gift_discounts').select('gift_id').eq('code', code.toUpperCase()).limit(1)
  const [discount] = rowsOf('find gift discount', known, giftIds)
  if (discount) return findGift(client, 'id', discount.gift_id)
  // Codes that the owner has entered by hand are on the record only.
  const byHand = await findGift(client, 'shopify_discount_code', code.toUpperCase())
  return byHand ?? (code === code.toUpperCase() ? null : findGift(client, 'shopify_discount_code', code))
}

async function findGift(
  client: SupabaseClient,
  column: string,
  value: string,
): Promise<StoredGiftCode | null> {
  const found = await client.from(GIFT_CODES).select('*').eq(column, value).limit(1)
  return rowsOf('find gift code of discount', found, giftCodeRows)[0] ?? null
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
 * @param claims keeps what the order did
 * @param at time of redemption, ISO 8601
 * @returns the gift; `already-redeemed` when another order has redeemed it, `revoked` when it was revoked, `unknown`
 * when no gift has that discount code
 * @throws UpstreamError
 */
export async function redeemGiftByDiscount(
  client: SupabaseClient,
  claims: Pick<ReturnType<typeof createGiftClaims>, 'recordGiftClaim'>,
  discountCode: string,
  order: RedeemingOrder,
  at: string,
): Promise<Result<StoredGiftCode, RedemptionError>> {
  const gift = await findGiftByDiscount(client, discountCode)
  if (!gift) return err('unknown')
  await claims.recordGiftClaim({
    giftId: gift.id,
    orderId: order.id,
    orderName: order.name,
    discountCode,
    isPaid: true,
  })
  await redeemGift(client, gift.id, order, at)
  const after = await findGift(client, 'id', gift.id)
  if (!after) return err('unknown')
  if (after.redeemed && after.redeemedOrderId === order.id) return ok(after)
  return err(after.revokedAt ? 'revoked' : 'already-redeemed')
}

/** The columns of a gift whose discount is given up: the next claim creates another (see `create-gift-discount`). */
function withoutDiscount(discountCode: string | null) {
  return {
    shopify_discount_code: null,
    shopify_manual_setup_complete: false,
    ...(discountCode === null ? {} : { shopify_discount_id: cutText(`spent:${discountCode}`, 120) }),
  }
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
 * Removes a discount that is used up from an open gift. No effect when the gift has another one meanwhile.
 * @throws UpstreamError
 */
export async function dropGiftDiscount(
  client: SupabaseClient,
  giftId: string,
  discountCode: string,
): Promise<void> {
  const reply = await client
    .from(GIFT_CODES)
    .update(withoutDiscount(discountCode))
    .eq('id', giftId)
    .eq('shopify_discount_code', discountCode)
    .eq('redeemed', false)
    .select('id')
  expectDone('drop gift discount', reply)
}

/**
 * Gives an open gift another variant of the store, and gives up its discount, which was made for the one before.
 * @throws UpstreamError
 */
export async function setGiftVariant(
  client: SupabaseClient,
  gift: Pick<StoredGiftCode, 'id' | 'discountCode'>,
  variantId: string,
): Promise<void> {
  const reply = await client
    .from(GIFT_CODES)
    .update({ product_variant_id: variantId, ...withoutDiscount(gift.discountCode) })
    .eq('id', gift.id)
    .eq('redeemed', false)
    .neq('product_variant_id', variantId)
    .select('id')
  expectDone('set gift variant', reply)
}

/** Names the discount that a redeemed gift was really redeemed with. @throws UpstreamError */
export async function setUsedDiscount(
  client: SupabaseClient,
  giftId: string,
  orderId: string,
  discountCode: string,
): Promise<void> {
  const reply = await client
    .from(GIFT_CODES)
    .update({ shopify_discount_code: discountCode })
    .eq('id', giftId)
    .eq('redeemed_order_id', orderId)
    .select('id')
  expectDone('set used gift discount', reply)
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
