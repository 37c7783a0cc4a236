import { beforeEach, expect, test } from 'vitest'
import {
  createTestStore,
  openTestStore,
  storeFolder,
  type TestStore,
  variantId,
} from '#tests/support/embedded-store.ts'
import { storeProduct } from '#tests/support/grown-catalogue.ts'

/** What only the stand-in itself shows of its APIs: all else is shown by the shop, set-up and the functions, which use it. */

let shop: TestStore
beforeEach(() => {
  shop = openTestStore()
})

const [GIFT, ELDER, PHOENIX] = [variantId(2, 8), variantId(4, 1), variantId(4, 6)]

test.each([
  ['{ products(first: 1) { nodes { nope } } }', undefined],
  ['{ products(first: 251) { nodes { id } } }', undefined],
  ['{ products(first: 1, after: "nonsense") { nodes { id } } }', undefined],
  ['hello', undefined],
  // Rather than an empty answer.
  ['{ blogs(first: 1) { nodes { id } } }', 'NOT_IMPLEMENTED'],
  ['{ products(first: 1, query: "title:wand") { nodes { id } } }', 'NOT_IMPLEMENTED'],
  ['{ products(last: 1) { nodes { id } } }', undefined],
])('what Shopify refuses, or this store does not know, is an error: %s', async (query, code) => {
  const { status, errors } = await shop.storefront(query)
  expect([status, errors.length, errors[0]?.extensions?.code]).toEqual([200, 1, code])
})

test('only POST with JSON is answered, and the Admin API with its token', async () => {
  const ask = async (url: string, init: RequestInit) =>
    (
      await shop.store.handle(
        new Request(url, { method: 'POST', body: '{"query":"{ shop { id } }"}', ...init }),
      )
    )?.status
  const { storefrontUrl, adminUrl } = shop.store
  expect(await ask(storefrontUrl, { method: 'GET', body: null })).toBe(405)
  expect(await ask(storefrontUrl, { body: 'query=1' })).toBe(400)
  expect(await ask(adminUrl, { headers: { 'X-Shopify-Access-Token': 'wrong' } })).toBe(401)
})

test.each([
  ['US', 'USD', false],
  ['GB', 'GBP', true],
  ['FR', 'GBP', true],
  ['CA', 'USD', false],
])('a variant is shown to %s in %s, available: %s', async (country, currencyCode, availableForSale) => {
  const query = `query ($ids: [ID!]!, $c: CountryCode) @inContext(country: $c) { nodes(ids: $ids) {
    ... on ProductVariant { id availableForSale price { amount currencyCode } product { handle } } } }`
  const { data } = await shop.storefront(query, { ids: [PHOENIX, variantId(9, 9)], c: country })
  const price = { amount: '44.00', currencyCode }
  const product = { handle: 'magic-wand' }
  expect(data.nodes).toEqual([{ id: PHOENIX, availableForSale, price, product }, null])
})

const CREATE_CART = `mutation ($input: CartInput) { cartCreate(input: $input) {
  cart { id cost { totalAmount { amount } } lines(first: 9) { nodes { quantity attributes { key value } } } }
  userErrors { code } } }`

test('equal lines of a cart become one, and it is found by its key only', async () => {
  const attributes = [{ key: 'Wands', value: 'Dragon & Oak' }]
  const line = { merchandiseId: ELDER, quantity: 2, attributes }
  const input = { lines: [line, line, { merchandiseId: ELDER }], buyerIdentity: { countryCode: 'GB' } }
  const { cart } = (await shop.storefront(CREATE_CART, { input })).data.cartCreate
  expect(cart.cost.totalAmount.amount).toBe('170.00')
  expect(cart.lines.nodes).toEqual([
    { quantity: 4, attributes },
    { quantity: 1, attributes: [] },
  ])
  const find = async (id: string) =>
    (await shop.storefront('query ($id: ID!) { cart(id: $id) { id } }', { id })).data.cart
  expect(await find(cart.id)).toEqual({ id: cart.id })
  expect(await find(cart.id.replace(/key=.*/, 'key=0'))).toBeNull()
})

test.each([
  [{ merchandiseId: variantId(9, 9) }, 'INVALID'],
  [{ merchandiseId: PHOENIX }, 'INVALID'],
  [{ merchandiseId: variantId(1, 1) }, 'INVALID'],
  [{ merchandiseId: ELDER, quantity: 0 }, 'MINIMUM_NOT_MET'],
  [{ merchandiseId: ELDER, quantity: 21 }, 'MAXIMUM_EXCEEDED'],
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

test('a fixed price holds after a restart too', async () => {
  const lamp = storeProduct({ handle: 'lamp', title: 'Lamp', options: { Shade: ['Brass', 'Iron'] } })
  const options = { dataDir: storeFolder(), products: [lamp] }
  const { admin, store } = createTestStore(options)
  const list = (await admin('{ priceLists(first: 1) { nodes { id } } }')).data.priceLists.nodes[0].id
  const price = { amount: '18.00', currencyCode: 'GBP' }
  await admin(
    `mutation ($list: ID!, $prices: [PriceListPriceInput!]!) {
      priceListFixedPricesAdd(priceListId: $list, prices: $prices) { userErrors { field } } }`,
    { list, prices: [{ variantId: lamp.variants[0]?.id, price }] },
  )
  await store.close()
  const query = `query @inContext(country: GB) { productByHandle(handle: "lamp") {
    variants(first: 5) { nodes { price { amount } } } } }`
  expect((await openTestStore(options).storefront(query)).data.productByHandle.variants.nodes).toEqual([
    { price: { amount: '18.00' } },
    { price: { amount: '9.00' } },
  ])
})
