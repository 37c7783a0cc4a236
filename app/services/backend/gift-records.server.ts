import type { SupabaseClient } from '@supabase/supabase-js'
import { z } from 'zod'
import { type GiftCode, normaliseMagicWords, usableDiscountCode } from '../../models/gift-code.ts'
import type { Market } from '../../models/market.ts'
import { toListSpelling } from '../../models/word-spelling.ts'
import { type BackendAccess, type ReadableRows, readableRows, rowsOf, timestamp } from './client.server.ts'
import type { ListRequest } from './list-pages.server.ts'

/** The table of gift codes. */
export const GIFT_CODES = 'gift_redemption_codes'

const giftCodeRow = z.object({
  id: z.string(),
  code: z.string(),
  product_title: z.string(),
  product_variant_id: z.string().nullable(),
  market: z.enum(['us', 'uk']),
  redeemed: z.boolean(),
  redeemed_at: timestamp.nullable(),
  shopify_discount_code: z.string().nullable(),
  shopify_manual_setup_complete: z.boolean(),
  created_at: timestamp,
  purchaser_name: z.string().nullable(),
  purchaser_email: z.string().nullable(),
  recipient_email: z.string().nullable(),
  recipient_name: z.string().nullable(),
  recipient_first_name: z.string().nullable(),
  recipient_last_name: z.string().nullable(),
  wrapping: z.string().nullable(),
  order_id: z.string().nullable(),
  order_name: z.string().nullable(),
  order_line_id: z.string().nullable(),
  order_line_unit: z.number().nullable(),
  redeemed_order_id: z.string().nullable(),
  revoked_at: timestamp.nullable(),
  revoked_reason: z.string().nullable(),
  delivered_at: timestamp.nullable(),
})

/** A gift code with the columns that only the admin area and the webhooks need. */
export type StoredGiftCode = GiftCode & {
  readonly wrapping: string | null
  readonly orderId: string | null
  readonly orderName: string | null
  readonly orderLineId: string | null
  /** Which unit of that line, from 1. */
  readonly orderLineUnit: number | null
  readonly redeemedOrderId: string | null
  readonly revokedAt: string | null
  readonly revokedReason: string | null
  /** When a mail with the words was first accepted. */
  readonly deliveredAt: string | null
}

/** Parses rows of `gift_redemption_codes`. */
export const giftCodeRows = z.array(giftCodeRow.transform(toGiftCode))

function toGiftCode(row: z.output<typeof giftCodeRow>): StoredGiftCode {
  return {
    id: row.id,
    code: row.code,
    productTitle: row.product_title,
    productVariantId: row.product_variant_id,
    market: row.market,
    redeemed: row.redeemed,
    redeemedAt: row.redeemed_at,
    discountCode: row.shopify_discount_code,
    setupComplete: row.shopify_manual_setup_complete,
    createdAt: row.created_at,
    purchaserName: row.purchaser_name,
    purchaserEmail: row.purchaser_email,
    recipientEmail: row.recipient_email,
    recipientName: row.recipient_name,
    recipientFirstName: row.recipient_first_name,
    recipientLastName: row.recipient_last_name,
    wrapping: row.wrapping,
    orderId: row.order_id,
    orderName: row.order_name,
    orderLineId: row.order_line_id,
    orderLineUnit: row.order_line_unit,
    redeemedOrderId: row.redeemed_order_id,
    revokedAt: row.revoked_at,
    revokedReason: row.revoked_reason,
    deliveredAt: row.delivered_at,
  }
}

/**
 * Filters codes whose setup the owner has to confirm: with a discount code, not confirmed, and not revoked (which
 * ends the discount). Spec: 4 Admin
 */
export function onlyPending(rows: ListRequest): ListRequest {
  return rows
    .eq('shopify_manual_setup_complete', false)
    .not('shopify_discount_code', 'is', null)
    .is('revoked_at', null)
}

/** A pending code in the owner's alert. Spec: 7 Database */
export type PendingGiftCode = {
  readonly id: string
  readonly code: string
  readonly productTitle: string
  readonly market: Market
  readonly createdAt: string
}

/** Parses the columns that the alert needs. */
const pendingRows = z.array(
  z
    .object({
      id: z.string(),
      code: z.string(),
      product_title: z.string(),
      market: z.enum(['us', 'uk']),
      created_at: timestamp,
    })
    .transform((row) => ({
      id: row.id,
      code: row.code,
      productTitle: row.product_title,
      market: row.market,
      createdAt: row.created_at,
    })),
)

/**
 * Finds a code by its magic words, ignoring case, punctuation and spelling variants. An exact match is preferred to a
 * variant, so that no code hides another.
 * @returns null when there is none, or it was revoked
 * Spec: 7 Database
 */
export async function findGiftByWords(client: SupabaseClient, words: string): Promise<StoredGiftCode | null> {
  const code = normaliseMagicWords(words)
  if (code === '') return null
  const spellings = [...new Set([code, toListSpelling(code)])]
  const reply = await client
    .from(GIFT_CODES)
    .select('*')
    .in('code', spellings)
    .is('revoked_at', null)
    .limit(spellings.length)
  const found = rowsOf('find gift code', reply, giftCodeRows)
  return found.find((gift) => gift.code === code) ?? found[0] ?? null
}

/** The code with that id, revoked or not. */
export async function getGift(client: SupabaseClient, id: string): Promise<StoredGiftCode | null> {
  if (!z.uuid().safeParse(id).success) return null
  const reply = await client.from(GIFT_CODES).select('*').eq('id', id).limit(1)
  return rowsOf('get gift code', reply, giftCodeRows)[0] ?? null
}

/** Every code that an order bought. */
export async function listGiftsOfOrder(
  client: SupabaseClient,
  orderId: string,
): Promise<readonly StoredGiftCode[]> {
  const reply = await client.from(GIFT_CODES).select('*').eq('order_id', orderId).order('order_line_unit')
  return rowsOf('list gift codes of order', reply, giftCodeRows)
}

/** Codes whose setup the owner has to confirm, newest first. Spec: 4 Admin */
export async function listPendingGifts(
  client: SupabaseClient,
  access: Pick<BackendAccess, 'log'>,
  limit = 100,
): Promise<ReadableRows<PendingGiftCode>> {
  const columns = 'id, code, product_title, market, created_at'
  const reply = await onlyPending(client.from(GIFT_CODES).select(columns))
    .order('created_at', { ascending: false })
    .limit(limit)
  return readableRows(access, 'list pending gift codes', reply, pendingRows)
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
  if (discount) return findGiftBy(client, 'id', discount.gift_id)
  // Codes that the owner has entered by hand are on the record only.
  const byHand = await findGiftBy(client, 'shopify_discount_code', code.toUpperCase())
  return byHand ?? (code === code.toUpperCase() ? null : findGiftBy(client, 'shopify_discount_code', code))
}

async function findGiftBy(
  client: SupabaseClient,
  column: string,
  value: string,
): Promise<StoredGiftCode | null> {
  const found = await client.from(GIFT_CODES).select('*').eq(column, value).limit(1)
  return rowsOf('find gift code of discount', found, giftCodeRows)[0] ?? null
}
