import type { SupabaseClient } from '@supabase/supabase-js'
import { splitName } from '../../../supabase/functions/_shared/text/text.ts'
import { cutText } from '../../models/cut-text.ts'
import { type BackendAccess, expectDone, hasRows, isoNow, rowsOf } from './client.server.ts'
import { withoutDiscount } from './gift-discounts.server.ts'
import { GIFT_CODES, giftCodeRows, type StoredGiftCode } from './gift-records.server.ts'
import { toPersonColumns } from './person-columns.server.ts'

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

/** Gift codes and the orders that redeem or undo them. Every call throws UpstreamError. */
export function createGiftRedemption(client: SupabaseClient, access: BackendAccess) {
  /**
   * Spends a gift on an order, whose buyer becomes the recipient. A single statement, so that of concurrent orders
   * exactly one succeeds.
   * @returns false when the gift was redeemed by an order, this one or another, or revoked
   */
  async function redeem(giftId: string, order: RedeemingOrder): Promise<boolean> {
    const reply = await client
      .from(GIFT_CODES)
      .update({
        redeemed: true,
        redeemed_at: isoNow(access),
        redeemed_order_id: order.id,
        redeemed_order_name: order.name,
        ...recipientColumns(order),
      })
      .eq('id', giftId)
      .eq('redeemed', false)
      .is('revoked_at', null)
      .select('id')
    return hasRows('redeem gift code', reply)
  }

  /**
   * Makes a gift redeemable again after the order that redeemed it was undone. Its discount code is used up in the store
   * and removed from the record. Callers deactivate it before.
   */
  async function reopen(gift: Pick<StoredGiftCode, 'id' | 'discountCode'>, orderId: string): Promise<void> {
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
    expectDone('reopen gift code', reply)
  }

  /**
   * Revokes unredeemed codes, when the order that bought them was cancelled or refunded.
   * @returns the codes revoked by this call
   */
  async function revoke(ids: readonly string[], reason: string): Promise<readonly StoredGiftCode[]> {
    if (ids.length === 0) return []
    const reply = await client
      .from(GIFT_CODES)
      .update({ revoked_at: isoNow(access), revoked_reason: cutText(reason, 255) })
      .in('id', [...ids])
      .eq('redeemed', false)
      .is('revoked_at', null)
      .select('*')
    return rowsOf('revoke gift codes', reply, giftCodeRows)
  }

  return {
    redeem,
    reopen,
    revoke,
  }
}
