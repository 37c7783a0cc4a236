import { z } from 'zod'
import { MARKET_IDS } from '#app/models/market.ts'
import { camelKeys, timestamp } from './client.server.ts'

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
