import type { SupabaseClient } from '@supabase/supabase-js'
import { z } from 'zod'
import { type GiftCode, normaliseMagicWords, usableDiscountCode } from '../../models/gift-code.ts'
import { MAGIC_WORDS_BYTES, magicWordsOf } from '../../models/magic-words.ts'
import type { Market } from '../../models/market.ts'
import { err, ok, type Result } from '../../models/result.ts'
import { UpstreamError } from '../upstream-error.server.ts'
import { type BackendAccess, callFunction, rowsOf, UNIQUE_VIOLATION } from './client.server.ts'
import {
  giftCodeRows,
  idRows,
  type PendingGiftCode,
  pendingRows,
  type StoredGiftCode,
} from './gift-code-rows.server.ts'

/** One unit of a paid order that makes a gift code. */
export type GiftPurchase = {
  readonly orderId: string
  /** Shown to people, such as `#1043`. */
  readonly orderName: string
  readonly orderLineId: string
  /** Which unit of the line, from 1. */
  readonly unit: number
  readonly market: Market
  readonly productTitle: string
  readonly productVariantId: string
  readonly wrapping: 'gift-edition' | 'printable-only'
  readonly purchaserName: string | null
  readonly purchaserEmail: string | null
  /** The magic words to use; made up when absent. */
  readonly words?: string
}

export type RedemptionError = 'unknown' | 'already-redeemed' | 'revoked'

const TABLE = 'gift_redemption_codes'
const MAKING_UP_TRIES = 5

/** What the backend does with gift codes. */
export function createGiftCodes(client: SupabaseClient, access: BackendAccess) {
  const isoNow = () => new Date(access.now()).toISOString()

  /** The code with exactly these magic words, however they were typed; null when there is none or it was taken back. Spec: 7 Database */
  async function findGiftCode(words: string): Promise<StoredGiftCode | null> {
    const code = normaliseMagicWords(words)
    if (code === '') return null
    const reply = await client.from(TABLE).select('*').eq('code', code).is('revoked_at', null).limit(1)
    return rowsOf('find gift code', reply, giftCodeRows)[0] ?? null
  }

  /** The code with that id, taken back or not. */
  async function getGiftCode(id: string): Promise<StoredGiftCode | null> {
    if (!z.uuid().safeParse(id).success) return null
    const reply = await client.from(TABLE).select('*').eq('id', id).limit(1)
    return rowsOf('get gift code', reply, giftCodeRows)[0] ?? null
  }

  /** Every code that an order bought. */
  async function listGiftCodesOfOrder(orderId: string): Promise<readonly StoredGiftCode[]> {
    const reply = await client.from(TABLE).select('*').eq('order_id', orderId).order('order_line_unit')
    return rowsOf('list gift codes of order', reply, giftCodeRows)
  }

  /** Codes that wait for the owner: a discount code is there, the setup isn't confirmed. Newest first. Spec: 4 Admin */
  async function listPendingGiftCodes(limit = 100): Promise<readonly PendingGiftCode[]> {
    const reply = await client
      .from(TABLE)
      .select('id, code, product_title, market, created_at, shopify_manual_setup_complete')
      .eq('shopify_manual_setup_complete', false)
      .not('shopify_discount_code', 'is', null)
      .order('created_at', { ascending: false })
      .limit(limit)
    return rowsOf('list pending gift codes', reply, pendingRows)
  }

  /** Says that the owner has checked a gift's setup, or takes that back. @returns false when no such code exists */
  async function setGiftCodeComplete(id: string, complete: boolean): Promise<boolean> {
    if (!z.uuid().safeParse(id).success) return false
    const reply = await client
      .from(TABLE)
      .update({ shopify_manual_setup_complete: complete })
      .eq('id', id)
      .select('id')
    return rowsOf('mark gift code', reply, idRows).length === 1
  }

  /**
   * Makes the gift code of one bought unit. The same unit never gets a second one, however often or at the
   * same time it is asked for.
   * @returns the code, and whether this call made it
   */
  async function issueGiftCode(
    purchase: GiftPurchase,
  ): Promise<{ giftCode: StoredGiftCode; created: boolean }> {
    for (let attempt = 1; attempt <= MAKING_UP_TRIES; attempt++) {
      const words = purchase.words ?? magicWordsOf(crypto.getRandomValues(new Uint8Array(MAGIC_WORDS_BYTES)))
      const reply = await client
        .from(TABLE)
        .upsert(purchaseRow(purchase, normaliseMagicWords(words), isoNow()), {
          onConflict: 'order_id,order_line_id,order_line_unit',
          ignoreDuplicates: true,
        })
        .select('*')
      // These words belong to another gift: with others there is room.
      if (reply.error?.code === UNIQUE_VIOLATION && purchase.words === undefined) continue
      const made = rowsOf('issue gift code', reply, giftCodeRows)[0]
      if (made) return { giftCode: made, created: true }
      const known = await findUnit(purchase)
      if (known) return { giftCode: known, created: false }
    }
    throw new UpstreamError('issue gift code', 409)
  }

  async function findUnit(purchase: GiftPurchase): Promise<StoredGiftCode | null> {
    const reply = await client
      .from(TABLE)
      .select('*')
      .eq('order_id', purchase.orderId)
      .eq('order_line_id', purchase.orderLineId)
      .eq('order_line_unit', purchase.unit)
      .limit(1)
    return rowsOf('find gift code of unit', reply, giftCodeRows)[0] ?? null
  }

  /**
   * Spends a gift: marks the code behind a discount code as redeemed by an order. One statement decides, so of
   * any number of orders exactly one wins; the order that has won may ask again.
   * @returns the code; `already-redeemed` when another order has it, `unknown` when no code has that discount
   */
  async function redeemGiftByDiscount(
    discountCode: string,
    order: { readonly id: string; readonly name: string },
  ): Promise<Result<StoredGiftCode, RedemptionError>> {
    const code = usableDiscountCode({ discountCode })
    if (code === null) return err('unknown')
    const reply = await client
      .from(TABLE)
      .update({
        redeemed: true,
        redeemed_at: isoNow(),
        redeemed_order_id: order.id,
        redeemed_order_name: order.name,
      })
      .eq('shopify_discount_code', code)
      .eq('redeemed', false)
      .is('revoked_at', null)
      .select('*')
    const won = rowsOf('redeem gift code', reply, giftCodeRows)[0]
    if (won) return ok(won)
    const found = await client.from(TABLE).select('*').eq('shopify_discount_code', code).limit(1)
    const gift = rowsOf('find gift code of discount', found, giftCodeRows)[0]
    if (!gift) return err('unknown')
    if (gift.redeemed && gift.redeemedOrderId === order.id) return ok(gift)
    return err(gift.revokedAt ? 'revoked' : 'already-redeemed')
  }

  /**
   * Opens a gift again when the order that spent it was cancelled. Its discount code is used up in the store, so
   * the record forgets it, and the next claim makes another one (see `create-gift-discount`).
   * @returns the gifts opened now, as they were before: with the discount code that is to be retired
   */
  async function reopenGiftOfOrder(orderId: string): Promise<readonly StoredGiftCode[]> {
    const spent = await client.from(TABLE).select('*').eq('redeemed_order_id', orderId).eq('redeemed', true)
    const before = rowsOf('list gifts spent by order', spent, giftCodeRows)
    if (before.length === 0) return []
    const reply = await client
      .from(TABLE)
      .update({
        redeemed: false,
        redeemed_at: null,
        redeemed_order_id: null,
        redeemed_order_name: null,
        shopify_discount_code: null,
        shopify_discount_id: `spent:${orderId}`,
        shopify_manual_setup_complete: false,
      })
      .eq('redeemed_order_id', orderId)
      .eq('redeemed', true)
      .select('id')
    const opened = new Set(rowsOf('reopen gift code', reply, idRows).map(({ id }) => id))
    return before.filter((gift) => opened.has(gift.id))
  }

  /** Takes back unredeemed codes, when the order that bought them was cancelled or refunded. @returns those taken back now */
  async function revokeGiftCodes(ids: readonly string[], reason: string): Promise<readonly StoredGiftCode[]> {
    if (ids.length === 0) return []
    const reply = await client
      .from(TABLE)
      .update({ revoked_at: isoNow(), revoked_reason: reason.slice(0, 255) })
      .in('id', [...ids])
      .eq('redeemed', false)
      .is('revoked_at', null)
      .select('*')
    return rowsOf('revoke gift codes', reply, giftCodeRows)
  }

  /** Keeps who a gift is for, as they gave it when redeeming. */
  async function recordRecipient(
    id: string,
    recipient: {
      readonly email: string
      readonly name: string
      readonly firstName: string
      readonly lastName: string
    },
  ): Promise<void> {
    const reply = await client
      .from(TABLE)
      .update({
        recipient_email: recipient.email.trim().toLowerCase(),
        recipient_name: recipient.name,
        recipient_first_name: recipient.firstName,
        recipient_last_name: recipient.lastName,
      })
      .eq('id', id)
      .eq('redeemed', false)
      .select('id')
    rowsOf('record recipient', reply, idRows)
  }

  /**
   * The discount code that makes a gift free, made on first use by the function `create-gift-discount`.
   * @returns the code, or `failed` when the storefront refused
   * @throws UpstreamError Spec: 7 Backend functions
   */
  async function ensureGiftDiscount(gift: Pick<GiftCode, 'id' | 'code'>): Promise<Result<string, 'failed'>> {
    const answer = await callFunction(client, 'create-gift-discount', {
      giftCode: gift.code,
      giftCodeId: gift.id,
    })
    if (!answer.ok) return err('failed')
    const parsed = z.object({ discountCode: z.string().min(1) }).safeParse(answer.body)
    return parsed.success ? ok(parsed.data.discountCode) : err('failed')
  }

  return {
    findGiftCode,
    getGiftCode,
    listGiftCodesOfOrder,
    listPendingGiftCodes,
    setGiftCodeComplete,
    issueGiftCode,
    redeemGiftByDiscount,
    reopenGiftOfOrder,
    revokeGiftCodes,
    recordRecipient,
    ensureGiftDiscount,
  }
}

function purchaseRow(purchase: GiftPurchase, code: string, at: string) {
  return {
    code,
    product_title: purchase.productTitle,
    product_variant_id: purchase.productVariantId,
    market: purchase.market,
    wrapping: purchase.wrapping,
    order_id: purchase.orderId,
    order_name: purchase.orderName,
    order_line_id: purchase.orderLineId,
    order_line_unit: purchase.unit,
    purchaser_name: purchase.purchaserName?.slice(0, 255) ?? null,
    purchaser_email: purchase.purchaserEmail?.trim().toLowerCase() ?? null,
    created_at: at,
  }
}
