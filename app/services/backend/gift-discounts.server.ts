import type { SupabaseClient } from '@supabase/supabase-js'
import { z } from 'zod'
import { cutText } from '#app/models/cut-text.ts'
import type { GiftCode } from '#app/models/gift-code.ts'
import { type BackendAccess, callFunction, expectDone, isoNow } from './client.server.ts'
import { GIFT_CODES, type StoredGiftCode } from './gift-records.server.ts'

/** The columns of a gift whose discount is given up: the next claim creates another (see `create-gift-discount`). */
export function withoutDiscount(discountCode: string | null) {
  return {
    shopify_discount_code: null,
    shopify_manual_setup_complete: false,
    ...(discountCode === null ? {} : { shopify_discount_id: cutText(`spent:${discountCode}`, 120) }),
  }
}

const discountBody = z.object({ discountCode: z.string().min(1) })

/** The discounts of the store that make gifts free. Every call throws UpstreamError. */
export function createDiscountRecords(client: SupabaseClient, access: BackendAccess) {
  /**
   * The discount code that makes a gift free, created on first use by the edge function `create-gift-discount`.
   * @returns null when the store refused
   * @throws UpstreamError
   * Spec: 7 Backend functions
   */
  async function ensureDiscount(gift: Pick<GiftCode, 'id' | 'code'>): Promise<string | null> {
    const body = { giftCode: gift.code, giftCodeId: gift.id }
    const answer = await callFunction(client, 'create-gift-discount', body, discountBody)
    return answer.ok ? answer.body.discountCode : null
  }

  /** Remembers whose discount a code is, also one that the owner has entered by hand: orders may use it later. */
  async function keepDiscount(giftId: string, discountCode: string): Promise<void> {
    const row = { code: discountCode.toUpperCase(), gift_id: giftId, created_at: isoNow(access) }
    const options = { onConflict: 'code', ignoreDuplicates: true }
    expectDone('keep gift discount', await client.from('gift_discounts').upsert(row, options))
  }

  /**
   * Gives an open gift another variant of the store, and gives up its discount, which was made for the one before.
   * @throws UpstreamError
   */
  async function setVariant(
    gift: Pick<StoredGiftCode, 'id' | 'discountCode'>,
    variantId: string,
  ): Promise<void> {
    const reply = await client
      .from(GIFT_CODES)
      .update({ product_variant_id: variantId, ...withoutDiscount(gift.discountCode) })
      .eq('id', gift.id)
      .eq('redeemed', false)
      .neq('product_variant_id', variantId)
    expectDone('set gift variant', reply)
  }

  return { ensureDiscount, keepDiscount, setVariant }
}
