import { z } from 'zod'
import { type Database, expectDone, insertOnce, rowsOf } from '../_shared/database.ts'
import type { AdminApi, FunctionEnvironment } from '../_shared/environment.ts'
import { jsonResponse, serveFunction } from '../_shared/serve.ts'
import { callAdmin, isTaken, joinErrors, ShopifyAdminError, userErrors } from '../_shared/shopify-admin.ts'
import { usableCode } from '../_shared/text/text.ts'

const body = z.object({
  giftCode: z.string().trim().toLowerCase().min(1).max(120),
  giftCodeId: z.uuid(),
})

const giftRows = z.array(
  z.object({
    id: z.string(),
    product_title: z.string(),
    product_variant_id: z.string(),
    redeemed: z.boolean(),
    revoked_at: z.string().nullable(),
    shopify_discount_code: z.string().nullable(),
    shopify_discount_id: z.string().nullable(),
  }),
)
type Gift = z.output<typeof giftRows>[number]

const CREATE_DISCOUNT = `mutation CreateGiftDiscount($basicCodeDiscount: DiscountCodeBasicInput!) {
  discountCodeBasicCreate(basicCodeDiscount: $basicCodeDiscount) {
    codeDiscountNode { id }
    userErrors { field message code }
  }
}`

const createReply = z.object({
  discountCodeBasicCreate: z.object({
    codeDiscountNode: z.object({ id: z.string() }).nullable(),
    userErrors,
  }),
})

/** A stored discount is read back, so that the usual case takes two. */
const MAX_TURNS = 5

const GIFT_CODES = 'gift_redemption_codes'
const NOT_MADE = 'The discount could not be made. Please try again.'

/** An error response in the format of the redeem flow: an object with a message. */
function errorResponse(message: string, status = 400): Response {
  return jsonResponse({ error: { message } }, status)
}

const CODE_ALPHABET = 'ABCDEFGHJKMNPQRSTVWXYZ0123456789'

/**
 * The discount code of a gift: deterministic, so that concurrent requests create one discount, and derived with a secret,
 * so that it cannot be computed from public data. 80 bits.
 */
async function discountCodeFor(gift: Gift, secret: string): Promise<string> {
  const encoder = new TextEncoder()
  const usage = { name: 'HMAC', hash: 'SHA-256' }
  const key = await crypto.subtle.importKey('raw', encoder.encode(secret), usage, false, ['sign'])
  const { id, shopify_discount_id: before } = gift
  // Another one than before, where an order that was undone has used that up.
  const text = `gift discount ${id}${before?.startsWith('spent:') ? ` ${before}` : ''}`
  const signature = new Uint8Array(await crypto.subtle.sign('HMAC', key, encoder.encode(text)))
  return `GIFT-${[...signature.slice(0, 16)].map((byte) => CODE_ALPHABET[byte % 32]).join('')}`
}

async function findGift(database: Database, id: string, code: string): Promise<Gift | null> {
  const found = await database.from(GIFT_CODES).select('*').eq('id', id).eq('code', code)
  return rowsOf('find gift', found, giftRows)[0] ?? null
}

/**
 * Creates the discount in Shopify: 100 %, once, for this gift's variant only. Stores it, unless the gift has got another
 * one, was redeemed or revoked meanwhile: the code is then never revealed.
 * @throws ShopifyAdminError
 */
async function createAndStoreDiscount(
  { database, ...environment }: FunctionEnvironment,
  admin: AdminApi,
  gift: Gift,
): Promise<void> {
  const code = await discountCodeFor(gift, environment.keys[0])
  const at = new Date(environment.now()).toISOString()
  const variant = gift.product_variant_id.replace(/^(?!gid:)/, 'gid://shopify/ProductVariant/')
  const basicCodeDiscount = {
    title: `${gift.product_title} (${code})`,
    code,
    startsAt: at,
    customerSelection: { all: true },
    customerGets: {
      value: { percentage: 1 },
      items: { products: { productVariantsToAdd: [variant] } },
    },
    appliesOncePerCustomer: true,
    usageLimit: 1,
    combinesWith: { orderDiscounts: true, productDiscounts: true, shippingDiscounts: true },
  }
  const reply = await callAdmin(admin, CREATE_DISCOUNT, { basicCodeDiscount }, createReply)
  const { codeDiscountNode: created, userErrors: errors } = reply.discountCodeBasicCreate
  // A code that exists already can only be ours.
  if (created === null && !isTaken(errors))
    throw new ShopifyAdminError('CreateGiftDiscount', joinErrors(errors))
  // Before anyone can use it: an order with a code that no gift is known to have would spend none.
  const discount = { code, gift_id: gift.id, created_at: at }
  expectDone('keep discount code', await insertOnce(database, 'gift_discounts', discount, 'code'))
  const update = database
    .from(GIFT_CODES)
    .update({ shopify_discount_code: code, ...(created && { shopify_discount_id: created.id }) })
    .eq('id', gift.id)
    .eq('redeemed', false)
    .is('revoked_at', null)
  for (const column of ['shopify_discount_code', 'shopify_discount_id'] as const)
    update.filter(column, gift[column] === null ? 'is' : 'eq', gift[column])
  expectDone('give gift its discount', await update)
}

/**
 * The discount code that makes a gift free, created in Shopify if the record has no usable one.
 * Responds with `{ discountCode }` or `{ error: { message } }`. Spec: 7 Backend functions
 */
export const handler = serveFunction(
  'create-gift-discount',
  body,
  async ({ giftCode, giftCodeId }, environment) => {
    // Another request may store a discount, or an order give one up, between reading and storing.
    for (let turn = 0; turn < MAX_TURNS; turn++) {
      const gift = await findGift(environment.database, giftCodeId, giftCode)
      if (gift === null || gift.revoked_at !== null) return errorResponse('This gift does not exist.')
      if (gift.redeemed) return errorResponse('This gift has already been redeemed.')
      const existingCode = usableCode(gift.shopify_discount_code)
      if (existingCode !== null) return jsonResponse({ discountCode: existingCode })
      if (environment.admin === null)
        return errorResponse('No store is configured to make discounts in.', 503)
      try {
        await createAndStoreDiscount(environment, environment.admin, gift)
      } catch (error) {
        if (!(error instanceof ShopifyAdminError)) throw error
        environment.log.error({ err: error, giftCodeId: gift.id }, 'gift discount not made')
        return errorResponse(NOT_MADE, 502)
      }
    }
    return errorResponse(NOT_MADE, 502)
  },
)
