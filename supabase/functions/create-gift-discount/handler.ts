import { z } from 'zod'
import { type Database, databaseOf, settled } from '../_shared/database.ts'
import type { AdminApi, FunctionEnvironment } from '../_shared/environment.ts'
import { jsonResponse, serviceRoleHandler } from '../_shared/serve.ts'
import { callAdmin, isTaken, joinErrors, ShopifyAdminError, userErrors } from '../_shared/shopify-admin.ts'

const body = z.object({
  giftCode: z.string().trim().toLowerCase().min(1).max(120),
  giftCodeId: z.uuid(),
})

const giftRow = z.object({
  id: z.string(),
  product_title: z.string(),
  product_variant_id: z.string(),
  redeemed: z.boolean(),
  revoked_at: z.string().nullable(),
  shopify_discount_code: z.string().nullable(),
  shopify_discount_id: z.string().nullable(),
})
type Gift = z.output<typeof giftRow>

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

const GONE = 'This gift does not exist.'

/** An error response in the format of the redeem flow: an object with a message. */
function errorResponse(message: string, status = 400): Response {
  return jsonResponse({ error: { message } }, status)
}

/** The code on record, unless it is empty or the text "null" or "undefined". Spec: 7 Backend functions */
function usableCode(code: string | null): string | null {
  const text = code?.trim() ?? ''
  return text === '' || text === 'null' || text === 'undefined' ? null : text
}

const CODE_ALPHABET = 'ABCDEFGHJKMNPQRSTVWXYZ0123456789'

/** A suffix with the cancelled order that used up the previous discount; empty if there was none. */
function spentSuffix(gift: Gift): string {
  return gift.shopify_discount_id?.startsWith('spent:') ? ` ${gift.shopify_discount_id}` : ''
}

/**
 * The discount code of a gift: deterministic, so that concurrent requests create one discount, and derived with a secret,
 * so that it cannot be computed from public data. 80 bits.
 */
async function discountCodeFor(gift: Gift, secret: string): Promise<string> {
  const encoder = new TextEncoder()
  const usage = { name: 'HMAC', hash: 'SHA-256' }
  const key = await crypto.subtle.importKey('raw', encoder.encode(secret), usage, false, ['sign'])
  const signature = new Uint8Array(
    await crypto.subtle.sign('HMAC', key, encoder.encode(`gift discount ${gift.id}${spentSuffix(gift)}`)),
  )
  return `GIFT-${[...signature.slice(0, 16)].map((byte) => CODE_ALPHABET[byte % 32]).join('')}`
}

function variantGid(id: string): string {
  return id.startsWith('gid://') ? id : `gid://shopify/ProductVariant/${id}`
}

/**
 * Creates the discount in Shopify: 100 %, once, for this gift's variant only.
 * @returns its id; null if the code exists already, which can only be ours
 * @throws ShopifyAdminError
 */
async function createDiscount(
  admin: AdminApi,
  gift: Gift,
  code: string,
  now: number,
): Promise<string | null> {
  const basicCodeDiscount = {
    title: `${gift.product_title} (${code})`,
    code,
    startsAt: new Date(now).toISOString(),
    customerSelection: { all: true },
    customerGets: {
      value: { percentage: 1 },
      items: { products: { productVariantsToAdd: [variantGid(gift.product_variant_id)] } },
    },
    appliesOncePerCustomer: true,
    usageLimit: 1,
    combinesWith: { orderDiscounts: true, productDiscounts: true, shippingDiscounts: true },
  }
  const operation = { name: 'CreateGiftDiscount', query: CREATE_DISCOUNT, variables: { basicCodeDiscount } }
  const { discountCodeBasicCreate: result } = await callAdmin(admin, operation, createReply)
  if (result.codeDiscountNode) return result.codeDiscountNode.id
  if (isTaken(result.userErrors)) return null
  throw new ShopifyAdminError('CreateGiftDiscount', joinErrors(result.userErrors))
}

async function findGift(database: Database, id: string, code: string): Promise<Gift | null> {
  const columns =
    'id, product_title, product_variant_id, redeemed, revoked_at, shopify_discount_code, shopify_discount_id'
  const found = await database
    .from('gift_redemption_codes')
    .select(columns)
    .eq('id', id)
    .eq('code', code)
    .limit(1)
  return giftRow.array().parse(settled('find gift', found).data)[0] ?? null
}

/** @returns the code; null if the gift was revoked meanwhile, whose code is then never revealed */
async function createAndStoreDiscount(
  database: Database,
  environment: FunctionEnvironment,
  admin: AdminApi,
  gift: Gift,
): Promise<string | null> {
  const code = await discountCodeFor(gift, environment.serviceRoleKey)
  const discountId = await createDiscount(admin, gift, code, environment.now())
  const columns = {
    shopify_discount_code: code,
    ...(discountId === null ? {} : { shopify_discount_id: discountId }),
  }
  const updated = settled(
    'keep discount code',
    await database
      .from('gift_redemption_codes')
      .update(columns)
      .eq('id', gift.id)
      .is('revoked_at', null)
      .select('id'),
  )
  return updated.data?.length === 1 ? code : null
}

/**
 * The discount code that makes a gift free, created in Shopify if the record has no usable one.
 * Responds with `{ discountCode }` or `{ error: { message } }`. Spec: 7 Backend functions
 */
export const handler = serviceRoleHandler(
  'create-gift-discount',
  body,
  async ({ giftCode, giftCodeId }, environment) => {
    const database = databaseOf(environment)
    const gift = await findGift(database, giftCodeId, giftCode)
    if (gift === null || gift.revoked_at !== null) return errorResponse(GONE)
    if (gift.redeemed) return errorResponse('This gift has already been redeemed.')
    const existingCode = usableCode(gift.shopify_discount_code)
    if (existingCode !== null) return jsonResponse({ discountCode: existingCode })
    if (environment.admin === null) return errorResponse('No store is configured to make discounts in.', 503)
    try {
      const discountCode = await createAndStoreDiscount(database, environment, environment.admin, gift)
      return discountCode === null ? errorResponse(GONE) : jsonResponse({ discountCode })
    } catch (error) {
      if (!(error instanceof ShopifyAdminError)) throw error
      environment.log.error({ err: error, giftCodeId: gift.id }, 'gift discount not made')
      return errorResponse('The discount could not be made. Please try again.', 502)
    }
  },
)
