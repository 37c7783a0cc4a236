import type { SupabaseClient } from '@supabase/supabase-js'
import { z } from 'zod'
import { type GiftCode, normaliseMagicWords } from '../../models/gift-code.ts'
import { toListSpelling } from '../../models/word-spelling.ts'
import {
  type BackendAccess,
  idRows,
  isoNow,
  type ReadableRows,
  readableRows,
  rowsOf,
} from './client.server.ts'
import { type GiftPurchase, issueGiftCode } from './gift-code-issue.server.ts'
import {
  ensureGiftDiscount,
  findGiftByDiscount,
  listGiftsSpentBy,
  type RedeemingOrder,
  redeemGiftByDiscount,
  reopenGifts,
  revokeGiftCodes,
} from './gift-code-redemption.server.ts'
import {
  GIFT_CODES,
  giftCodeRows,
  onlyPending,
  type PendingGiftCode,
  pendingRows,
  type StoredGiftCode,
} from './gift-code-rows.server.ts'

/** Gift codes. Every call throws UpstreamError when the backend fails. */
export function createGiftCodes(client: SupabaseClient, access: BackendAccess) {
  return {
    findGiftCode: (words: string) => findGiftCode(client, words),
    getGiftCode: (id: string) => getGiftCode(client, id),
    findGiftByDiscount: (discountCode: string) => findGiftByDiscount(client, discountCode),
    listGiftCodesOfOrder: (orderId: string) => listGiftCodesOfOrder(client, orderId),
    listPendingGiftCodes: (limit?: number) => listPendingGiftCodes(client, access, limit),
    setGiftCodeComplete: (id: string, complete: boolean) => setGiftCodeComplete(client, id, complete),
    issueGiftCode: (purchase: GiftPurchase) => issueGiftCode(client, purchase, isoNow(access)),
    redeemGiftByDiscount: (discountCode: string, order: RedeemingOrder) =>
      redeemGiftByDiscount(client, discountCode, order, isoNow(access)),
    listGiftsSpentBy: (orderId: string) => listGiftsSpentBy(client, orderId),
    reopenGifts: (ids: readonly string[], orderId: string) => reopenGifts(client, ids, orderId),
    revokeGiftCodes: (ids: readonly string[], reason: string) =>
      revokeGiftCodes(client, ids, reason, isoNow(access)),
    ensureGiftDiscount: (gift: Pick<GiftCode, 'id' | 'code'>) => ensureGiftDiscount(client, gift),
  }
}

/**
 * Finds a code by its magic words, ignoring case, punctuation and spelling variants. An exact match is preferred to a
 * variant, so that no code hides another.
 * @returns null when there is none, or it was revoked
 * Spec: 7 Database
 */
async function findGiftCode(client: SupabaseClient, words: string): Promise<StoredGiftCode | null> {
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
async function getGiftCode(client: SupabaseClient, id: string): Promise<StoredGiftCode | null> {
  if (!z.uuid().safeParse(id).success) return null
  const reply = await client.from(GIFT_CODES).select('*').eq('id', id).limit(1)
  return rowsOf('get gift code', reply, giftCodeRows)[0] ?? null
}

/** Every code that an order bought. */
async function listGiftCodesOfOrder(
  client: SupabaseClient,
  orderId: string,
): Promise<readonly StoredGiftCode[]> {
  const reply = await client.from(GIFT_CODES).select('*').eq('order_id', orderId).order('order_line_unit')
  return rowsOf('list gift codes of order', reply, giftCodeRows)
}

/** Codes whose setup the owner has to confirm, newest first. Spec: 4 Admin */
async function listPendingGiftCodes(
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

/**
 * Marks a gift's setup as confirmed by the owner, or as not confirmed.
 * @returns false when no such code exists
 */
async function setGiftCodeComplete(client: SupabaseClient, id: string, complete: boolean): Promise<boolean> {
  if (!z.uuid().safeParse(id).success) return false
  const reply = await client
    .from(GIFT_CODES)
    .update({ shopify_manual_setup_complete: complete })
    .eq('id', id)
    .select('id')
  return rowsOf('mark gift code', reply, idRows).length === 1
}
