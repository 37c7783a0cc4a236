import type { SupabaseClient } from '@supabase/supabase-js'
import { z } from 'zod'
import { normaliseMagicWords } from '#app/models/gift-code.ts'
import { readMagicWords, toListSpelling } from '#app/models/magic-words.ts'
import { MARKET_IDS } from '#app/models/market.ts'
import { rowsOf } from '#supabase/functions/_shared/database.ts'
import { usableCode } from '#supabase/functions/_shared/text/text.ts'
import { camelKeys, isUuid, MAX_ROWS, timestamp } from './client.server.ts'

export const GIFT_CODES = 'gift_redemption_codes'

export const giftCodeRows = z.array(
  z
    .object({
      id: z.string(),
      code: z.string(),
      product_title: z.string(),
      product_variant_id: z.string().nullable(),
      market: z.enum(MARKET_IDS),
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
      chosen_wand: z.string().nullable(),
      order_id: z.string().nullable(),
      order_name: z.string().nullable(),
      order_line_id: z.string().nullable(),
      /** Which unit of that line, from 1. */
      order_line_unit: z.number().nullable(),
      redeemed_order_id: z.string().nullable(),
      redeemed_order_name: z.string().nullable(),
      revoked_at: timestamp.nullable(),
      revoked_reason: z.string().nullable(),
      /** When a mail with the words was first accepted. */
      delivered_at: timestamp.nullable(),
    })
    .transform(({ shopify_discount_code, shopify_manual_setup_complete, ...row }) => ({
      ...camelKeys(row),
      discountCode: shopify_discount_code,
      setupComplete: shopify_manual_setup_complete,
    })),
)

/** A `GiftCode` with the columns that only the admin and the webhooks need. */
export type StoredGiftCode = z.output<typeof giftCodeRows>[number]

const UNREDEEMED = 'redeemed.eq.false,revoked_at.is.null'

/** Codes that can still be redeemed. */
export const ONLY_UNREDEEMED = `and(${UNREDEEMED})`

/** Those whose setup the owner has to confirm: with a discount code, and not confirmed. Spec: 4 Admin */
export const ONLY_PENDING = `and(${UNREDEEMED},shopify_manual_setup_complete.eq.false,shopify_discount_code.not.is.null)`

/** The columns of a gift that name nobody who received it. */
export const NO_RECIPIENT = {
  recipient_email: null,
  recipient_name: null,
  recipient_first_name: null,
  recipient_last_name: null,
}

/** What the owner confirms: the gift is set up in the store. Spec: 4 Admin */
export const SETUP_COMPLETE = { shopify_manual_setup_complete: true }

const giftIds = z.array(z.object({ gift_id: z.string() }))

/** Finds gift codes. Every call throws UpstreamError when the backend fails. */
export function createGiftRecords(client: SupabaseClient) {
  /**
   * Finds a code by its magic words as people type them: words of the list by their letters alone, any others without case
   * and punctuation. An exact match is preferred to a variant, so that no code hides another.
   * @returns null when there is none, it was revoked, or two could be meant
   * Spec: 7 Database
   */
  async function findByWords(words: string): Promise<StoredGiftCode | null> {
    const code = normaliseMagicWords(words)
    if (code === '') return null
    const spellings = [...new Set([code, toListSpelling(code), ...readMagicWords(words)])]
    const reply = await client
      .from(GIFT_CODES)
      .select('*')
      .in('code', spellings)
      .is('revoked_at', null)
      .limit(spellings.length)
    const found = rowsOf('find gift code', reply, giftCodeRows)
    const exact = found.find((gift) => gift.code === code)
    // Never one of two that could be meant.
    return exact ?? (found.length === 1 ? (found[0] ?? null) : null)
  }

  /** All gifts of an order: a backend may answer with fewer rows than were asked for. */
  async function listBy(
    column: 'order_id' | 'redeemed_order_id',
    orderId: string,
  ): Promise<readonly StoredGiftCode[]> {
    const gifts: StoredGiftCode[] = []
    for (;;) {
      const rows = client.from(GIFT_CODES).select('*').eq(column, orderId)
      const ordered = rows.order('order_line_unit').order('id')
      const reply = await ordered.range(gifts.length, gifts.length + MAX_ROWS - 1)
      const page = rowsOf(`list gift codes by ${column}`, reply, giftCodeRows)
      if (page.length === 0) return gifts
      gifts.push(...page)
    }
  }

  /**
   * The gift that has or had that discount code, revoked or not; null when there is none. Shopify matches codes
   * case-insensitively and reports them as they were typed, while the shop's own are in upper case.
   * @throws UpstreamError
   */
  async function findByDiscount(discountCode: string): Promise<StoredGiftCode | null> {
    const code = usableCode(discountCode)
    if (code === null) return null
    const known = await client
      .from('gift_discounts')
      .select('gift_id')
      .eq('code', code.toUpperCase())
      .limit(1)
    const [discount] = rowsOf('find gift discount', known, giftIds)
    if (discount) return findGiftBy('id', discount.gift_id)
    // Codes that the owner has entered by hand are on the record only.
    const byHand = await findGiftBy('shopify_discount_code', code.toUpperCase())
    return byHand ?? (code === code.toUpperCase() ? null : findGiftBy('shopify_discount_code', code))
  }

  async function findGiftBy(column: 'id' | 'shopify_discount_code', value: string) {
    const found = await client.from(GIFT_CODES).select('*').eq(column, value).limit(1)
    return rowsOf(`find gift code by ${column}`, found, giftCodeRows)[0] ?? null
  }

  return {
    /** Revoked or not. */
    get: async (id: string) => (isUuid(id) ? findGiftBy('id', id) : null),
    findByWords,
    findByDiscount,
    listOfOrder: (orderId: string) => listBy('order_id', orderId),
    /** The gifts that an order has. */
    listRedeemedBy: (orderId: string) => listBy('redeemed_order_id', orderId),
  }
}
