import type { SupabaseClient } from '@supabase/supabase-js'
import { z } from 'zod'
import { cutText } from '#app/models/cut-text.ts'
import { type BackendAccess, camelKeys, expectDone, isoNow, rowsOf, rowsWith } from './client.server.ts'

const CLAIMS = 'gift_claims'
const REVERSALS = 'order_reversals'
/** Rows of one statement. */
const BATCH = 500

/** What an order did with a gift, as one delivery tells it. */
export type ClaimReport = {
  readonly giftId: string
  readonly orderId: string
  readonly orderName: string | null
  readonly discountCode: string
  readonly isPaid: boolean
}

const claimRows = z.array(
  z
    .object({
      gift_id: z.string(),
      order_id: z.string(),
      order_name: z.string().nullable(),
      discount_code: z.string(),
      paid_at: z.string().nullable(),
      released_at: z.string().nullable(),
    })
    .transform(({ discount_code, paid_at, released_at, ...row }) => ({
      ...camelKeys(row),
      discount: discount_code,
      isPaid: paid_at !== null,
      isReleased: released_at !== null,
    })),
)

/** A `GiftClaim` with its gift. */
export type StoredClaim = z.output<typeof claimRows>[number]

const reversalRows = rowsWith({
  /** `cancelled` for the whole order, else the refund. */
  source: z.string(),
  /** Empty for the whole order. */
  line_id: z.string(),
  units: z.number(),
  /** Units of redeemed gifts that were removed from the order before they shipped. */
  gift_units: z.number(),
  variant_title: z.string().nullable(),
})

export type OrderReversal = z.output<typeof reversalRows>[number]

const CANCELLED = 'cancelled'

/** Whether the whole order was cancelled, rather than lines of it refunded. */
export function hasCancellation(reversals: readonly Pick<OrderReversal, 'source'>[]): boolean {
  return reversals.some(({ source }) => source === CANCELLED)
}

/** What orders did: facts that are added and never taken back. Every call throws UpstreamError. */
export function createOrderFacts(client: SupabaseClient, access: BackendAccess) {
  /** Adds what an order did with a gift. Idempotent, in any order. */
  async function recordClaim(claim: ClaimReport): Promise<void> {
    const now = isoNow(access)
    const added = await client.from(CLAIMS).upsert(
      {
        gift_id: claim.giftId,
        order_id: claim.orderId,
        order_name: claim.orderName,
        discount_code: claim.discountCode.toUpperCase(),
        paid_at: claim.isPaid ? now : null,
        created_at: now,
      },
      { onConflict: 'gift_id,order_id', ignoreDuplicates: true },
    )
    expectDone('record gift claim', added)
    // A code that the owner has entered by hand is known to the record of the gift only, and not for ever.
    const known = await client
      .from('gift_discounts')
      .upsert(
        { code: claim.discountCode.toUpperCase(), gift_id: claim.giftId, created_at: now },
        { onConflict: 'code', ignoreDuplicates: true },
      )
    expectDone('keep gift discount', known)
    if (!claim.isPaid) return
    const paid = await client
      .from(CLAIMS)
      .update({ paid_at: now })
      .eq('gift_id', claim.giftId)
      .eq('order_id', claim.orderId)
      .is('paid_at', null)
    expectDone('mark gift claim as paid', paid)
  }

  /** The claims of one gift, the first ones first. */
  async function listClaimsOfGift(giftId: string): Promise<readonly StoredClaim[]> {
    const reply = await client.from(CLAIMS).select('*').eq('gift_id', giftId).order('created_at').order('id')
    return rowsOf('list claims of gift', reply, claimRows)
  }

  async function listClaimsOfOrder(orderId: string): Promise<readonly StoredClaim[]> {
    const reply = await client.from(CLAIMS).select('*').eq('order_id', orderId).order('gift_id')
    return rowsOf('list claims of order', reply, claimRows)
  }

  /** Notes that an order no longer has a gift. */
  async function releaseClaim(giftId: string, orderId: string): Promise<void> {
    const reply = await client
      .from(CLAIMS)
      .update({ released_at: isoNow(access) })
      .eq('gift_id', giftId)
      .eq('order_id', orderId)
      .is('released_at', null)
    expectDone('release gift claim', reply)
  }

  async function addReversals(orderId: string, reversals: readonly OrderReversal[]): Promise<void> {
    for (let start = 0; start < reversals.length; start += BATCH) {
      const rows = reversals.slice(start, start + BATCH).map((reversal) => ({
        order_id: orderId,
        source: reversal.source,
        line_id: reversal.lineId,
        units: reversal.units,
        gift_units: reversal.giftUnits,
        variant_title: reversal.variantTitle && cutText(reversal.variantTitle, 255),
        created_at: isoNow(access),
      }))
      const reply = await client
        .from(REVERSALS)
        .upsert(rows, { onConflict: 'order_id,source,line_id', ignoreDuplicates: true })
      expectDone('record order reversals', reply)
    }
  }

  /** Notes what a refund took back, line by line. Idempotent by the refund. */
  function recordRefund(
    orderId: string,
    refundId: string,
    lines: readonly Omit<OrderReversal, 'source'>[],
  ): Promise<void> {
    return addReversals(
      orderId,
      lines.map((line) => ({ ...line, source: `refund:${refundId}` })),
    )
  }

  /** Notes that an order was cancelled. Idempotent. */
  function recordCancellation(orderId: string): Promise<void> {
    return addReversals(orderId, [
      { source: CANCELLED, lineId: '', units: 0, giftUnits: 0, variantTitle: null },
    ])
  }

  async function listReversals(orderId: string): Promise<readonly OrderReversal[]> {
    const reply = await client
      .from(REVERSALS)
      .select('*')
      .eq('order_id', orderId)
      .order('source')
      .order('line_id')
    return rowsOf('list order reversals', reply, reversalRows)
  }

  return {
    recordClaim,
    listClaimsOfGift,
    listClaimsOfOrder,
    releaseClaim,
    recordRefund,
    recordCancellation,
    listReversals,
  }
}
