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
import { createGiftClaims } from './gift-claims.server.ts'
import { type GiftPurchase, issueGiftCode } from './gift-code-issue.server.ts'
import {
  dropGiftDiscount,
  ensureGiftDiscount,
  findGiftByDiscount,
  type RedeemingOrder,
  redeemGift,
  redeemGiftByDiscount,
  reopenGift,
  revokeGiftCodes,
  setGiftVariant,
  setUsedDiscount,
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
  const claims = createGiftClaims(client, access)
  return {
    findGiftCode: (words: string) => findGiftCode(client, words),
    getGiftCode: (id: string) => getGiftCode(client, id),
    findGiftByDiscount: (discountCode: string) => findGiftByDiscount(client, discountCode),
    listGiftCodesOfOrder: (orderId: string) => listGiftCodesOfOrder(client, orderId),
    listPendingGiftCodes: (limit?: number) => listPendingGiftCodes(client, access, limit),
    setGiftCodeComplete: (id: string, complete: boolean) => setGiftCodeComplete(client, id, complete),
    issueGiftCode: (purchase: GiftPurchase) => issueGiftCode(client, purchase, isoNow(access)),
    ...claims,
    redeemGift: (giftId: string, order: RedeemingOrder) => redeemGift(client, giftId, order, isoNow(access)),
    redeemGiftByDiscount: (discountCode: string, order: RedeemingOrder) =>
      redeemGiftByDiscount(client, claims, discountCode, order, isoNow(access)),
    reopenGift: (gift: Pick<StoredGiftCode, 'id' | 'discountCode'>, orderId: string) =>
      reopenGift(client, gift, orderId),
    dropGiftDiscount: (giftId: string, discountCode: string) =>
      dropGiftDiscount(client, giftId, discountCode),
    setGiftVariant: (gift: Pick<StoredGiftCode, 'id' | 'discountCode'>, variantId: string) =>
      setGiftVariant(client, gift, variantId),
    setUsedDiscount: (giftId: string, orderId: string, discountCode: string) =>
      setUsedDiscount(client, giftId, orderId, discountCode),
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
