import { z } from 'zod'
import { type Database, databaseOf, settled } from '../_shared/database.ts'
import type { AdminApi, FunctionEnvironment } from '../_shared/environment.ts'
import { answer, guarded } from '../_shared/serve.ts'
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

const created = z.object({
  discountCodeBasicCreate: z.object({
    codeDiscountNode: z.object({ id: z.string() }).nullable(),
    userErrors,
  }),
})

const GONE = 'This gift does not exist.'

/** The answer's error is an object with a message, as the redeem flow reads it. */
function refuse(message: string, status = 400): Response {
  return answer({ error: { message } }, status)
}

/** The record's own code, unless it is empty or the word of a bug. Spec: 7 Backend functions */
function usable(code: string | null): string | null {
  const text = code?.trim() ?? ''
  return text === '' || text === 'null' || text === 'undefined' ? null : text
}

const LETTERS = 'ABCDEFGHJKMNPQRSTVWXYZ0123456789'

/** The order that used the gift's former discount up before it was cancelled; nothing for a gift never spent. */
function spentMark(gift: Gift): string {
  return gift.shopify_discount_id?.startsWith('spent:') ? ` ${gift.shopify_discount_id}` : ''
}

/**
 * The discount code of a gift: always the same one, so that two that ask at once make one discount, and
 * derived with a secret, so that nobody makes it from anything they may have seen. 80 bits.
 */
async function discountCodeFor(gift: Gift, secret: string): Promise<string> {
  const encoder = new TextEncoder()
  const usage = { name: 'HMAC', hash: 'SHA-256' }
  const key = await crypto.subtle.importKey('raw', encoder.encode(secret), usage, false, ['sign'])
  const signature = new Uint8Array(
    await crypto.subtle.sign('HMAC', key, encoder.encode(`gift discount ${gift.id}${spentMark(gift)}`)),
  )
  return `GIFT-${[...signature.slice(0, 16)].map((byte) => LETTERS[byte % 32]).join('')}`
}

function variantGid(id: string): string {
  return id.startsWith('gid://') ? id : `gid://shopify/ProductVariant/${id}`
}

/** Makes the discount in Shopify: free, once, and only for this gift. A code that is there already is ours. */
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
  const { discountCodeBasicCreate: result } = await callAdmin(admin, operation, created)
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

/** @returns the code; null for a gift that was taken back meanwhile, whose code then nobody ever learns */
async function makeAndKeep(
  database: Database,
  environment: FunctionEnvironment,
  admin: AdminApi,
  gift: Gift,
): Promise<string | null> {
  const code = await discountCodeFor(gift, environment.serviceRoleKey)
  const discountId = await createDiscount(admin, gift, code, environment.now())
  const kept = {
    shopify_discount_code: code,
    ...(discountId === null ? {} : { shopify_discount_id: discountId }),
  }
  const updated = settled(
    'keep discount code',
    await database
      .from('gift_redemption_codes')
      .update(kept)
      .eq('id', gift.id)
      .is('revoked_at', null)
      .select('id'),
  )
  return updated.data?.length === 1 ? code : null
}

/**
 * The discount code that makes a gift free, made in Shopify when the record has no usable one.
 * Answers `{ discountCode }` or `{ error: { message } }`. Spec: 7 Backend functions
 */
export const handler = guarded(
  'create-gift-discount',
  body,
  async ({ giftCode, giftCodeId }, environment) => {
    const database = databaseOf(environment)
    const gift = await findGift(database, giftCodeId, giftCode)
    if (gift === null || gift.revoked_at !== null) return refuse(GONE)
    if (gift.redeemed) return refuse('This gift has already been redeemed.')
    const known = usable(gift.shopify_discount_code)
    if (known !== null) return answer({ discountCode: known })
    if (environment.admin === null) return refuse('No store is configured to make discounts in.', 503)
    try {
      const made = await makeAndKeep(database, environment, environment.admin, gift)
      return made === null ? refuse(GONE) : answer({ discountCode: made })
    } catch (error) {
      if (!(error instanceof ShopifyAdminError)) throw error
      environment.log.error({ err: error, giftCodeId: gift.id }, 'gift discount not made')
      return refuse('The discount could not be made. Please try again.', 502)
    }
  },
)
