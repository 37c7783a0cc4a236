import { beforeEach, describe, expect, it } from 'vitest'
import {
  createTestStore,
  openTestStore,
  storeFolder,
  type TestStore,
  variantId,
} from '#tests/support/embedded-store.ts'

let shop: TestStore
beforeEach(() => {
  shop = openTestStore()
})

const GIFT = variantId(2, 8)
const CREATE_DISCOUNT = `mutation ($basicCodeDiscount: DiscountCodeBasicInput!) {
  discountCodeBasicCreate(basicCodeDiscount: $basicCodeDiscount) { codeDiscountNode { id } userErrors { field message code } } }`

const gets = (items = [GIFT]) => ({
  value: { percentage: 1 },
  items: { products: { productVariantsToAdd: items } },
})

function gift(changes: object = {}) {
  return {
    title: 'A gift',
    code: 'GIFT-ABC',
    startsAt: '2025-11-01T00:00:00Z',
    customerSelection: { all: true },
    customerGets: gets(),
    usageLimit: 1,
    appliesOncePerCustomer: true,
    combinesWith: { orderDiscounts: true, productDiscounts: true, shippingDiscounts: true },
    ...changes,
  }
}

async function createDiscount(changes: object = {}) {
  const { data, errors } = await shop.admin(CREATE_DISCOUNT, { basicCodeDiscount: gift(changes) })
  expect(errors).toEqual([])
  return data.discountCodeBasicCreate
}

const giftCart = (code = 'GIFT-ABC') =>
  shop.createCart([{ merchandiseId: GIFT }], { country: 'US', codes: [code] })

describe('authorization', () => {
  it('is refused without the admin token', async () => {
    const headers = { 'X-Shopify-Access-Token': 'wrong' }
    const request = new Request(shop.store.adminUrl, {
      method: 'POST',
      headers,
      body: '{"query":"{ shop { currencyCode } }"}',
    })
    expect((await shop.store.handle(request))?.status).toBe(401)
  })
})

describe('a gift discount', () => {
  it('is used up by one order; a second order with it is refused', async () => {
    expect((await createDiscount()).userErrors).toEqual([])
    const first = (await giftCart()).checkoutUrl
    const second = (await giftCart()).checkoutUrl
    const replies = await Promise.all([shop.order(first), shop.order(second)])
    expect(replies.map(({ response }) => response.status).sort()).toEqual([303, 409])
    const { discountCodes, warnings } = await giftCart('gift-abc')
    expect(discountCodes).toEqual([{ code: 'gift-abc', applicable: false }])
    expect(warnings).toEqual([{ code: 'DISCOUNT_USAGE_LIMIT_REACHED' }])
    const { data } = await shop.admin(
      '{ codeDiscountNodeByCode(code: "GIFT-ABC") { codeDiscount { ... on DiscountCodeBasic { asyncUsageCount usageLimit } } } }',
    )
    expect(data.codeDiscountNodeByCode.codeDiscount).toEqual({ asyncUsageCount: 1, usageLimit: 1 })
  })

  it('can be deactivated', async () => {
    const { codeDiscountNode } = await createDiscount()
    const deactivate = (id: string) =>
      shop.admin('mutation ($id: ID!) { discountCodeDeactivate(id: $id) { userErrors { message } } }', { id })
    const applicable = async () => (await giftCart()).discountCodes[0]?.applicable
    expect(await applicable()).toBe(true)
    await deactivate(codeDiscountNode.id)
    expect(await applicable()).toBe(false)
    expect(
      (await deactivate('gid://shopify/DiscountCodeNode/7')).data.discountCodeDeactivate.userErrors,
    ).toHaveLength(1)
  })

  it.each([
    ['a code that is taken', { code: 'owl10' }, 'TAKEN'],
    ['no title', { title: '' }, 'INVALID'],
    ['items that do not exist', { customerGets: gets(['gid://shopify/ProductVariant/1']) }, 'INVALID'],
  ])('is refused with %s', async (_, changes, code) => {
    const { codeDiscountNode, userErrors } = await createDiscount(changes)
    expect(codeDiscountNode).toBeNull()
    expect(userErrors).toMatchObject([{ code }])
  })
})

describe('products', () => {
  const SET = `mutation ($input: ProductSetInput!) { productSet(synchronous: true, input: $input) {
    product { id handle variants(first: 50) { nodes { id title price } } } userErrors { code message } } }`
  const copy = {
    title: 'Magic Lamp',
    handle: 'magic-lamp-1',
    tags: ['market: uk', 'warehouse-item'],
    status: 'ACTIVE',
    descriptionHtml: '<p>It glows.</p>',
    productOptions: [{ name: 'Shade', position: 1, values: [{ name: 'Brass' }, { name: 'Iron' }] }],
    files: [{ originalSource: '/products/mug-1280.jpg', alt: 'A lamp', contentType: 'IMAGE' }],
    variants: [
      { optionValues: [{ optionName: 'Shade', name: 'Brass' }], price: '20.00' },
      { optionValues: [{ optionName: 'Shade', name: 'Iron' }], price: '15.50' },
    ],
  }

  /** Publishes a product to every channel. */
  async function publish({ admin }: TestStore, id: string) {
    const { data } = await admin('{ publications(first: 5) { nodes { id } } }')
    const input = data.publications.nodes.map((node: { id: string }) => ({ publicationId: node.id }))
    const published = await admin(
      'mutation ($id: ID!, $input: [PublicationInput!]!) { publishablePublish(id: $id, input: $input) { userErrors { message } } }',
      { id, input },
    )
    expect(published.data.publishablePublish.userErrors).toEqual([])
  }

  it('that are set and published are for sale, with fixed or converted prices in pounds, and survive a restart', async () => {
    const dataDir = storeFolder()
    const before = createTestStore({ dataDir })
    const { product } = (await before.admin(SET, { input: copy })).data.productSet
    expect(product.variants.nodes).toMatchObject([
      { title: 'Brass', price: '20.00' },
      { title: 'Iron', price: '15.50' },
    ])
    const { data } = await before.admin('{ priceLists(first: 5) { nodes { id currency } } }')
    const prices = [
      { variantId: product.variants.nodes[0].id, price: { amount: '18.00', currencyCode: 'GBP' } },
    ]
    const fixed = await before.admin(
      'mutation ($id: ID!, $prices: [PriceListPriceInput!]!) { priceListFixedPricesAdd(priceListId: $id, prices: $prices) { userErrors { code } } }',
      { id: data.priceLists.nodes[0].id, prices },
    )
    expect(fixed.data.priceListFixedPricesAdd.userErrors).toEqual([])
    await publish(before, product.id)
    await before.store.close()
    const after = openTestStore({ dataDir })
    const query =
      'query @inContext(country: GB) { productByHandle(handle: "magic-lamp-1") { description variants(first: 5) { nodes { id price { amount currencyCode } availableForSale } } } }'
    const { productByHandle } = (await after.storefront(query)).data
    expect(productByHandle.description).toBe('It glows.')
    expect(productByHandle.variants.nodes).toEqual([
      {
        id: product.variants.nodes[0].id,
        price: { amount: '18.0', currencyCode: 'GBP' },
        availableForSale: true,
      },
      {
        id: product.variants.nodes[1].id,
        price: { amount: '12.25', currencyCode: 'GBP' },
        availableForSale: true,
      },
    ])
  })

  it('are sold out without stock, where it is tracked', async () => {
    const tracked = (quantity: number) => ({
      inventoryItem: { tracked: true },
      inventoryQuantities: [{ locationId: 'gid://shopify/Location/1', name: 'available', quantity }],
    })
    const [brass, iron] = copy.variants
    const input = {
      ...copy,
      variants: [
        { ...brass, ...tracked(0) },
        { ...iron, ...tracked(3) },
      ],
    }
    const { product } = (await shop.admin(SET, { input })).data.productSet
    await publish(shop, product.id)
    const { data } = await shop.storefront(
      'query @inContext(country: GB) { productByHandle(handle: "magic-lamp-1") { variants(first: 5) { nodes { availableForSale } } } }',
    )
    expect(data.productByHandle.variants.nodes).toEqual([
      { availableForSale: false },
      { availableForSale: true },
    ])
    const read = await shop.admin(
      'query ($id: ID!) { product(id: $id) { variants(first: 5) { nodes { inventoryQuantity inventoryItem { tracked } } } } }',
      { id: product.id },
    )
    expect(read.data.product.variants.nodes[1]).toEqual({
      inventoryQuantity: 3,
      inventoryItem: { tracked: true },
    })
  })

  it('have a handle and an id of their own', async () => {
    const set = async (handle: string) =>
      (await shop.admin(SET, { input: { ...copy, handle } })).data.productSet
    const { product } = await set('magic-lamp-1')
    expect((await set('magic-lamp-1')).userErrors).toMatchObject([{ code: 'HANDLE_NOT_UNIQUE' }])
    expect((await set('magic-lamp-2')).product.id).not.toBe(product.id)
  })

  it('are seen once they are published, and no more as drafts or deleted', async () => {
    const { product } = (await shop.admin(SET, { input: copy })).data.productSet
    const seen = async () =>
      (await shop.storefront('{ productByHandle(handle: "magic-lamp-1") { title } }')).data.productByHandle
    expect(await seen()).toBeNull()
    await publish(shop, product.id)
    expect(await seen()).toEqual({ title: 'Magic Lamp' })
    const updated = await shop.admin(
      'mutation ($p: ProductUpdateInput) { productUpdate(product: $p) { userErrors { message } } }',
      { p: { id: product.id, status: 'DRAFT' } },
    )
    expect(updated.data.productUpdate.userErrors).toEqual([])
    expect(await seen()).toBeNull()
    const gone = await shop.admin(
      'mutation ($id: ID!) { productDelete(input: { id: $id }) { deletedProductId userErrors { message } } }',
      { id: product.id },
    )
    expect(gone.data.productDelete).toEqual({ deletedProductId: product.id, userErrors: [] })
  })

  it.each([
    ['an unknown product', { id: 'gid://shopify/Product/1' }],
    ['no title', { title: ' ' }],
    ['an option that does not exist', { productOptions: [{ name: 'Size' }] }],
    ['two equal variants', { variants: [copy.variants[0], copy.variants[0]] }],
  ])('are refused with %s', async (_, changes) => {
    const { data } = await shop.admin(SET, { input: { ...copy, ...changes } })
    expect(data.productSet).toMatchObject({ product: null, userErrors: [{ code: 'INVALID_INPUT' }] })
  })
})
