import { beforeEach, expect, test } from 'vitest'
import { openTestStore, type TestStore, variantId } from '#tests/support/embedded-store.ts'

/** What only the stand-in itself shows of its APIs: all else is shown by the shop, set-up and the functions, which use it. */

let shop: TestStore
beforeEach(() => {
  shop = openTestStore()
})

const [GIFT, PHOENIX] = [variantId(2, 8), variantId(4, 6)]

test.each([
  ['{ products(first: 1) { nodes { nope } } }', undefined],
  // Rather than an empty answer.
  ['{ blogs(first: 1) { nodes { id } } }', 'NOT_IMPLEMENTED'],
])('what Shopify refuses, or this store does not know, is an error: %s', async (query, code) => {
  const { errors } = await shop.storefront(query)
  expect([errors.length, errors[0]?.extensions?.code]).toEqual([1, code])
})

test('the Admin API is closed without its token', async () => {
  const init = {
    method: 'POST',
    headers: { 'X-Shopify-Access-Token': 'wrong' },
    body: '{"query":"{ shop { id } }"}',
  }
  expect((await shop.store.handle(new Request(shop.store.adminUrl, init)))?.status).toBe(401)
})

const CREATE_CART = `mutation ($input: CartInput) { cartCreate(input: $input) { cart { id } userErrors { code } } }`

test.each([
  [{ merchandiseId: variantId(9, 9) }, 'INVALID'],
  [{ merchandiseId: PHOENIX }, 'INVALID'],
  [{ merchandiseId: variantId(1, 1) }, 'INVALID'],
])('an American cart with this line is refused: %j', async (line, code) => {
  const input = { lines: [line], buyerIdentity: { countryCode: 'US' } }
  const reply = await shop.storefront(CREATE_CART, { input })
  expect(reply.data.cartCreate).toEqual({ cart: null, userErrors: [{ code }] })
})

test('the discount of a gift is used up by one order, and its code is given once', async () => {
  const basicCodeDiscount = {
    title: 'A gift',
    code: 'GIFT-ABC',
    startsAt: '2025-11-01T00:00:00Z',
    customerSelection: { all: true },
    customerGets: { value: { percentage: 1 }, items: { products: { productVariantsToAdd: [GIFT] } } },
    usageLimit: 1,
  }
  const CREATE = `mutation ($basicCodeDiscount: DiscountCodeBasicInput!) {
    discountCodeBasicCreate(basicCodeDiscount: $basicCodeDiscount) { userErrors { code } } }`
  const create = async () =>
    (await shop.admin(CREATE, { basicCodeDiscount })).data.discountCodeBasicCreate.userErrors
  expect([await create(), await create()]).toEqual([[], [{ code: 'TAKEN' }]])
  const giftCart = () => shop.createCart([{ merchandiseId: GIFT }], { country: 'US', codes: ['gift-abc'] })
  const carts = [await giftCart(), await giftCart()]
  const replies = await Promise.all(carts.map(({ checkoutUrl }) => shop.order(checkoutUrl)))
  expect(replies.map(({ response }) => response.status).sort()).toEqual([303, 409])
  const { discountCodes, warnings } = await giftCart()
  expect(discountCodes).toEqual([{ code: 'gift-abc', applicable: false }])
  expect(warnings).toEqual([{ code: 'DISCOUNT_USAGE_LIMIT_REACHED' }])
})
