import type { SupabaseClient } from '@supabase/supabase-js'
import { z } from 'zod'
import { type GiftCode, normaliseMagicWords } from '#app/models/gift-code.ts'
import { MAGIC_WORDS_BYTES, magicWordsOf } from '#app/models/magic-words.ts'
import type { GiftPurchase } from '#app/models/order-gifts.ts'
import type { StoreOrder } from '#app/models/store-order.ts'
import {
  expectDone,
  hasRows,
  insertOnce,
  rowsOf,
  snakeKeys,
  UNIQUE_VIOLATION,
} from '#supabase/functions/_shared/database.ts'
import { parseEmail } from '#supabase/functions/_shared/forms/fields.ts'
import {
  cutText,
  singleLine,
  splitName,
  usableCode,
  wellFormed,
} from '#supabase/functions/_shared/text/text.ts'
import { UpstreamError } from '../upstream/upstream-error.server.ts'
import { type BackendAccess, callFunction, isoNow, isUuid, MAX_ROWS } from './client.server.ts'
import { GIFT_CODES, giftCodeRows, NO_RECIPIENT, type StoredGiftCode } from './gift-records.server.ts'
import type { Outbox } from './outbox.server.ts'

/** The columns of a gift whose discount is given up: the next claim creates another (see `create-gift-discount`). */
function withoutDiscount(discountCode: string | null) {
  return {
    shopify_discount_code: null,
    shopify_manual_setup_complete: false,
    ...(discountCode === null ? {} : { shopify_discount_id: cutText(`spent:${discountCode}`, 120) }),
  }
}

const giftIds = z.array(z.object({ gift_id: z.string() }))
const discountBody = z.object({ discountCode: z.string().min(1) })

/** What decides whether a gift may change. */
type GiftState = Pick<GiftCode, 'id' | 'redeemed' | 'redeemedOrderId' | 'discountCode'>

type RedeemingOrder = Pick<StoreOrder, 'id' | 'name'> &
  Partial<Pick<StoreOrder, 'email' | 'buyer'>> & {
    /** The code of the gift that is on it. */
    readonly discount?: string
  }

/**
 * Gift codes, by the verbs of their life (`models/order-gifts.ts`): issued for a bought unit, delivered by mail, redeemed
 * by a paid order, revoked when the order that bought them is undone. Every call throws UpstreamError when the backend
 * fails.
 */
export function createGiftCodes(client: SupabaseClient, access: BackendAccess, outbox: Outbox) {
  /**
   * Finds a code by its magic words, without case and punctuation.
   * @returns null when there is none, or it was revoked
   * Spec: 7 Database
   */
  async function findByWords(words: string): Promise<StoredGiftCode | null> {
    const code = normaliseMagicWords(words)
    if (code === '') return null
    const reply = await client.from(GIFT_CODES).select('*').eq('code', code).is('revoked_at', null)
    return rowsOf('find gift code', reply, giftCodeRows)[0] ?? null
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

  /**
   * The discount code that makes a gift free, created on first use by the edge function `create-gift-discount`.
   * @returns null when the store refused
   * Spec: 7 Backend functions
   */
  async function ensureDiscount(gift: Pick<GiftCode, 'id' | 'code'>): Promise<string | null> {
    const body = { giftCode: gift.code, giftCodeId: gift.id }
    const answer = await callFunction(client, 'create-gift-discount', body, discountBody)
    return answer.ok ? answer.value.discountCode : null
  }

  /** Remembers whose discount a code is, also one that the owner has entered by hand: orders may use it later. */
  async function keepDiscount(giftId: string, discountCode: string): Promise<void> {
    const row = { code: discountCode.toUpperCase(), gift_id: giftId, created_at: isoNow(access) }
    expectDone('keep gift discount', await insertOnce(client, 'gift_discounts', row, 'code'))
  }

  /** Gives an open gift another variant of the store, and gives up its discount, which was made for the one before. */
  async function setVariant(
    { id, discountCode }: Pick<StoredGiftCode, 'id' | 'discountCode'>,
    variantId: string,
  ): Promise<void> {
    const columns = { product_variant_id: variantId, ...withoutDiscount(discountCode) }
    const update = client.from(GIFT_CODES).update(columns).eq('id', id).eq('redeemed', false)
    expectDone('set gift variant', await update.neq('product_variant_id', variantId))
  }

  /**
   * Makes the discount of an issued gift, and mails its words to the purchaser; without an address the owner is told.
   * Idempotent: a repeated call completes what an earlier attempt left undone. A discount that can't be created now is
   * created when the gift is redeemed; a mail that can't be sent stays in the outbox.
   * @throws UpstreamError when its mail could not be stored
   */
  async function deliver(giftCode: StoredGiftCode): Promise<void> {
    if (giftCode.discountCode === null)
      await ensureDiscount(giftCode).catch((error: unknown) => {
        access.log.error({ err: error, giftCodeId: giftCode.id }, 'gift discount left for later')
      })
    await outbox.sendGiftMail(giftCode)
  }

  /**
   * Issues the gift code of one bought unit. Idempotent: a unit has one code, also with concurrent calls.
   * @param chosen the magic words to use; random if absent
   * @returns the code, and whether this call has created it
   * @throws UpstreamError also when no unused magic words were found in five attempts
   */
  async function issue(
    purchase: GiftPurchase,
    chosen?: string,
  ): Promise<{ giftCode: StoredGiftCode; created: boolean }> {
    const { name, email } = toPersonColumns({ name: purchase.purchaserName, email: purchase.purchaserEmail })
    const row = snakeKeys({ ...purchase, purchaserName: name, purchaserEmail: email })
    for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt++) {
      const words = chosen ?? magicWordsOf(crypto.getRandomValues(new Uint8Array(MAGIC_WORDS_BYTES)))
      const added = { ...row, code: normaliseMagicWords(words), created_at: isoNow(access) }
      const unit = 'order_id,order_line_id,order_line_unit'
      const reply = await insertOnce(client, GIFT_CODES, added, unit).select('*')
      // Another gift has these words: try others.
      if (reply.error?.code === UNIQUE_VIOLATION && chosen === undefined) continue
      const created = rowsOf('issue gift code', reply, giftCodeRows)[0]
      if (created) return { giftCode: created, created: true }
      const existing = (await listBy('order_id', purchase.orderId)).find(
        ({ orderLineId, orderLineUnit }) =>
          orderLineId === purchase.orderLineId && orderLineUnit === purchase.orderLineUnit,
      )
      if (existing) return { giftCode: existing, created: false }
    }
    throw new UpstreamError('issue gift code', 409)
  }

  /**
   * Changes a gift by one statement, which does nothing when anybody has changed its state since it was read: of
   * concurrent orders exactly one succeeds.
   */
  async function change(gift: GiftState, columns: object): Promise<boolean> {
    const { id, redeemed, redeemedOrderId, discountCode } = gift
    const update = client.from(GIFT_CODES).update(columns).eq('id', id).eq('redeemed', redeemed)
    for (const [column, value] of [
      ['redeemed_order_id', redeemedOrderId],
      ['shopify_discount_code', discountCode],
    ] as const)
      update.filter(column, value === null ? 'is' : 'eq', value)
    return hasRows('change gift code', await update.is('revoked_at', null).select('id'))
  }

  /**
   * Spends an open gift on an order, whose buyer becomes the recipient.
   * @param order `discount` is the code of the gift that is on it
   * @returns false when the gift was redeemed by an order, this one or another, or revoked
   */
  async function redeem(gift: GiftState, order: RedeemingOrder): Promise<boolean> {
    return change(
      { ...gift, redeemed: false },
      {
        redeemed: true,
        redeemed_at: isoNow(access),
        redeemed_order_id: order.id,
        redeemed_order_name: order.name,
        ...(order.discount !== undefined && { shopify_discount_code: order.discount }),
        ...recipientColumns(order),
      },
    )
  }

  /**
   * Makes a gift redeemable again that the order which redeemed it has lost, or that is open with a discount which must not
   * work. The discount is removed from the record. Callers deactivate it before.
   */
  async function reopen(gift: GiftState): Promise<void> {
    await change(gift, {
      redeemed: false,
      redeemed_at: null,
      redeemed_order_id: null,
      redeemed_order_name: null,
      ...NO_RECIPIENT,
      ...withoutDiscount(gift.discountCode),
    })
  }

  /**
   * Revokes an open gift, when the order that bought it was cancelled or refunded, with its discount.
   * @returns false when it was redeemed or revoked before
   */
  async function revoke(gift: GiftState, reason: string): Promise<boolean> {
    const revoked = { revoked_at: isoNow(access), revoked_reason: cutText(reason, 255) }
    return change({ ...gift, redeemed: false }, { ...revoked, ...withoutDiscount(gift.discountCode) })
  }

  return {
    ...{ issue, deliver, redeem, reopen, revoke, ensureDiscount, keepDiscount, setVariant },
    ...{ findByWords, findByDiscount },
    /** Revoked or not. */
    get: async (id: string) => (isUuid(id) ? findGiftBy('id', id) : null),
    listOfOrder: (orderId: string) => listBy('order_id', orderId),
    /** The gifts that an order has. */
    listRedeemedBy: (orderId: string) => listBy('redeemed_order_id', orderId),
  }
}

const MAX_ATTEMPTS = 5
/** Maximum length of the columns for names, in characters. */
const NAME_LENGTH = 255

type Person = { readonly name?: string | null; readonly email?: string | null }

/**
 * Sanitizes a customer's name and address for their columns, so that no checkout input can prevent an order from being
 * stored: PostgreSQL rejects NUL characters and text that is too long. Names are truncated last, as normalization may
 * lengthen them.
 * @returns null for an empty name, and for an invalid or too long address (truncated, it could be another person's)
 */
export function toPersonColumns({ name, email }: Person) {
  return {
    name: cutText(singleLine(wellFormed(name ?? '')), NAME_LENGTH).trim() || null,
    email: parseEmail(email ?? ''),
  }
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
