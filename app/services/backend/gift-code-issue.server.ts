import type { SupabaseClient } from '@supabase/supabase-js'
import { normaliseMagicWords } from '../../models/gift-code.ts'
import { MAGIC_WORDS_BYTES, magicWordsOf } from '../../models/magic-words.ts'
import type { Market } from '../../models/market.ts'
import { UpstreamError } from '../upstream/upstream-error.server.ts'
import { rowsOf, UNIQUE_VIOLATION } from './client.server.ts'
import { GIFT_CODES, giftCodeRows, type StoredGiftCode } from './gift-code-rows.server.ts'
import { toPersonColumns } from './person-columns.server.ts'

/** One unit of a paid order for which a gift code is issued. */
export type GiftPurchase = {
  readonly orderId: string
  /** For display, such as `#1043`. */
  readonly orderName: string
  readonly orderLineId: string
  /** Number of the unit in its line, from 1. */
  readonly unit: number
  readonly market: Market
  readonly productTitle: string
  readonly productVariantId: string
  readonly wrapping: 'gift-edition' | 'printable-only'
  readonly purchaserName: string | null
  readonly purchaserEmail: string | null
  /** The magic words to use; random if absent. */
  readonly words?: string
}

const MAX_ATTEMPTS = 5

/**
 * Issues the gift code of one bought unit. Idempotent: a unit has one code, also with concurrent calls.
 * @param at time of creation, ISO 8601
 * @returns the code, and whether this call has created it
 * @throws UpstreamError also when no unused magic words were found in five attempts
 */
export async function issueGiftCode(
  client: SupabaseClient,
  purchase: GiftPurchase,
  at: string,
): Promise<{ giftCode: StoredGiftCode; created: boolean }> {
  for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt++) {
    const words = purchase.words ?? magicWordsOf(crypto.getRandomValues(new Uint8Array(MAGIC_WORDS_BYTES)))
    const reply = await client
      .from(GIFT_CODES)
      .upsert(toRow(purchase, normaliseMagicWords(words), at), {
        onConflict: 'order_id,order_line_id,order_line_unit',
        ignoreDuplicates: true,
      })
      .select('*')
    // Another gift has these words: try others.
    if (reply.error?.code === UNIQUE_VIOLATION && purchase.words === undefined) continue
    const created = rowsOf('issue gift code', reply, giftCodeRows)[0]
    if (created) return { giftCode: created, created: true }
    const existing = await findGiftCodeOfUnit(client, purchase)
    if (existing) return { giftCode: existing, created: false }
  }
  throw new UpstreamError('issue gift code', 409)
}

async function findGiftCodeOfUnit(
  client: SupabaseClient,
  purchase: GiftPurchase,
): Promise<StoredGiftCode | null> {
  const reply = await client
    .from(GIFT_CODES)
    .select('*')
    .eq('order_id', purchase.orderId)
    .eq('order_line_id', purchase.orderLineId)
    .eq('order_line_unit', purchase.unit)
    .limit(1)
  return rowsOf('find gift code of unit', reply, giftCodeRows)[0] ?? null
}

function toRow(purchase: GiftPurchase, code: string, at: string) {
  const purchaser = toPersonColumns({ name: purchase.purchaserName, email: purchase.purchaserEmail })
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
    purchaser_name: purchaser.name,
    purchaser_email: purchaser.email,
    created_at: at,
  }
}
