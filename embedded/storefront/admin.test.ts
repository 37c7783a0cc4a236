import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { SQLInputValue } from 'node:sqlite'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createTestStore, type TestStore, variantId } from '../../tests/support/embedded-store.ts'
import { openDatabase } from './database.ts'
import { createDiscounts } from './discounts.ts'

let shop: TestStore
beforeEach(() => {
  shop = createTestStore()
})
afterEach(() => shop.store.close())

const GIFT = variantId(2, 8)
const CREATE_DISCOUNT = `mutation ($basicCodeDiscount: DiscountCodeBasicInput!) {
  discountCodeBasicCreate(basicCodeDiscount: $basicCodeDiscount) { codeDiscountNode { id } userErrors { field message code } } }`
const CREATE_CART = `mutation ($input: CartInput) { cartCreate(input: $input) {
  cart { checkoutUrl discountCodes { code applicable } cost { totalAmount { amount } }
    lines(first: 9) { nodes { cost { totalAmount { amount } } discountAllocations { discountedAmount { amount } } } } }
  userErrors { message } warnings { code } } }`

function gift(changes: object = {}) {
  return {
    title: 'A gift',
    code: 'GIFT-ABC',
    startsAt: '2025-11-01T00:00:00Z',
    customerSelection: { all: true },
    customerGets: { value: { percentage: 1 }, items: { products: { productVariantsToAdd: [GIFT] } } },
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

async function createCart(merchandiseIds: string[], codes: string[]) {
  const input = {
    lines: merchandiseIds.map((merchandiseId) => ({ merchandiseId })),
    discountCodes: codes,
    buyerIdentity: { countryCode: 'US' },
  }
  return (await shop.storefront(CREATE_CART, { input })).data.cartCreate
}

async function order(checkoutUrl: string): Promise<number> {
  const page = await shop.store.handle(new Request(checkoutUrl))
  const total = /name="total" value="(\d+)"/.exec((await page?.text()) ?? '')?.[1] ?? ''
  const fields = {
    name: 'Ada F',
    email: 'ada@example.com',
    address: '1',
    city: 'Salem',
    province: 'MA',
    zip: '01970',
    total,
  }
  const reply = await shop.store.handle(
    new Request(checkoutUrl, { method: 'POST', body: new URLSearchParams(fields) }),
  )
  return reply?.status ?? 0
}

describe('authorization', () => {
  it.each([
    [{}],
    [{ 'X-Shopify-Access-Token': 'wrong' }],
    [{ 'X-Shopify-Storefront-Access-Token': 'public-storefront-token' }],
  ])('is refused without the admin token: %o', async (headers) => {
    const request = new Request(shop.store.adminUrl, {
      method: 'POST',
      headers,
      body: '{"query":"{ shop { currencyCode } }"}',
    })
    expect((await shop.store.handle(request))?.status).toBe(401)
  })
})

describe('a gift discount', () => {
  it('makes its item free, combined with a code on the order', async () => {
    expect((await createDiscount()).userErrors).toEqual([])
    const cart = (await createCart([GIFT, variantId(4, 1)], ['GIFT-ABC', 'OWL10'])).cart
    expect(cart.discountCodes).toEqual([
      { code: 'GIFT-ABC', applicable: true },
      { code: 'OWL10', applicable: true },
    ])
    expect(cart.lines.nodes[0]).toMatchObject({ cost: { totalAmount: { amount: '0.0' } } })
    expect(cart.cost.totalAmount.amount).toBe('30.6')
  })

  it('does not apply to other items', async () => {
    await createDiscount()
    const { cart, warnings } = await createCart([variantId(4, 1)], ['GIFT-ABC'])
    expect(cart.discountCodes).toEqual([{ code: 'GIFT-ABC', applicable: false }])
    expect(warnings).toEqual([{ code: 'DISCOUNT_NO_ENTITLED_LINE_ITEMS' }])
  })

  it('is used up by one order; a second order with it is refused', async () => {
    await createDiscount()
    const first = (await createCart([GIFT], ['GIFT-ABC'])).cart.checkoutUrl
    const second = (await createCart([GIFT], ['GIFT-ABC'])).cart.checkoutUrl
    const [one, two] = await Promise.all([order(first), order(second)])
    expect([one, two].sort()).toEqual([303, 409])
    const { cart, warnings } = await createCart([GIFT], ['gift-abc'])
    expect(cart.discountCodes).toEqual([{ code: 'gift-abc', applicable: false }])
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
    const applicable = async () => (await createCart([GIFT], ['GIFT-ABC'])).cart.discountCodes[0].applicable
    expect(await applicable()).toBe(true)
    await deactivate(codeDiscountNode.id)
    expect(await applicable()).toBe(false)
    expect(
      (await deactivate('gid://shopify/DiscountCodeNode/7')).data.discountCodeDeactivate.userErrors,
    ).toHaveLength(1)
  })

  it('does not apply before its start date', async () => {
    await createDiscount({ startsAt: '2025-12-25T00:00:00Z' })
    expect((await createCart([GIFT], ['GIFT-ABC'])).warnings).toEqual([
      { code: 'DISCOUNT_CURRENTLY_INACTIVE' },
    ])
  })

  it.each([
    ['a code that is taken', { code: 'owl10' }, 'TAKEN'],
    ['no title', { title: '' }, 'BLANK'],
    ['no code', { code: ' ' }, 'BLANK'],
    ['no customers', { customerSelection: null }, 'MISSING_ARGUMENT'],
    [
      'more than everything off',
      { customerGets: { value: { percentage: 2 }, items: { products: { productVariantsToAdd: [GIFT] } } } },
      'VALUE_OUTSIDE_RANGE',
    ],
    ['no items', { customerGets: { value: { percentage: 1 } } }, 'BLANK'],
    [
      'items that do not exist',
      {
        customerGets: {
          value: { percentage: 1 },
          items: { products: { productVariantsToAdd: ['gid://shopify/ProductVariant/1'] } },
        },
      },
      'INVALID',
    ],
  ])('is refused with %s', async (_, changes, code) => {
    const { codeDiscountNode, userErrors } = await createDiscount(changes)
    expect(codeDiscountNode).toBeNull()
    expect(userErrors).toMatchObject([{ code }])
  })

  it('is not used more often than its limit', () => {
    const db = openDatabase(':memory:')
    const discounts = createDiscounts(db)
    const terms = discounts.find('OWL10')
    const twice = terms && discounts.create('TWICE', terms, 2)
    expect([1, 2, 3].map(() => discounts.use(twice?.id ?? 0))).toEqual([true, true, false])
    db.close()
  })

  it('is not refused as taken when another process creates one concurrently', () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'embedded-store-'))
    const [db, otherDb] = [openDatabase(dataDir), openDatabase(dataDir)]
    const other = createDiscounts(otherDb)
    const terms = other.find('OWL10')
    if (terms === null) throw new Error('No demo code')
    let createdByOther = 0
    /** Lets the other process create a discount after every statement that reads. */
    const prepare = (sql: string) => {
      const statement = db.prepare(sql)
      const read = statement.get.bind(statement)
      const get = (...values: SQLInputValue[]) => {
        const row = read(...values)
        other.create(`THEIRS-${createdByOther++}`, terms, 1)
        return row
      }
      return Object.assign(statement, { get })
    }
    try {
      const own = createDiscounts({ ...db, prepare })
      const codes = ['ONE', 'TWO', 'THREE']
      expect(codes.map((code) => own.create(code, terms, 1)?.code)).toEqual(codes)
      expect(createdByOther).toBeGreaterThan(0)
    } finally {
      db.close()
      otherDb.close()
      rmSync(dataDir, { recursive: true, force: true })
    }
  })

  it('accepts only Shopify’s fields', async () => {
    const { errors } = await shop.admin(CREATE_DISCOUNT, { basicCodeDiscount: gift({ percentOff: 100 }) })
    expect(errors[0]?.message).toContain('percentOff')
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

  it('that are set are for sale immediately, with fixed prices in pounds, and survive a restart', async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'embedded-admin-'))
    shop = createTestStore({ dataDir })
    const { product } = (await shop.admin(SET, { input: copy })).data.productSet
    expect(product.variants.nodes).toMatchObject([
      { title: 'Brass', price: '20.00' },
      { title: 'Iron', price: '15.50' },
    ])
    const { data } = await shop.admin('{ priceLists(first: 5) { nodes { id currency } } }')
    const prices = [
      { variantId: product.variants.nodes[0].id, price: { amount: '18.00', currencyCode: 'GBP' } },
    ]
    const fixed = await shop.admin(
      'mutation ($id: ID!, $prices: [PriceListPriceInput!]!) { priceListFixedPricesAdd(priceListId: $id, prices: $prices) { userErrors { code } } }',
      { id: data.priceLists.nodes[0].id, prices },
    )
    expect(fixed.data.priceListFixedPricesAdd.userErrors).toEqual([])
    await shop.store.close()
    shop = createTestStore({ dataDir })
    const query =
      'query @inContext(country: GB) { productByHandle(handle: "magic-lamp-1") { description variants(first: 5) { nodes { id price { amount currencyCode } availableForSale } } } }'
    const { productByHandle } = (await shop.storefront(query)).data
    expect(productByHandle.description).toBe('It glows.')
    expect(productByHandle.variants.nodes).toEqual([
      {
        id: product.variants.nodes[0].id,
        price: { amount: '18.0', currencyCode: 'GBP' },
        availableForSale: true,
      },
      {
        id: product.variants.nodes[1].id,
        price: { amount: '15.5', currencyCode: 'GBP' },
        availableForSale: true,
      },
    ])
    rmSync(dataDir, { recursive: true, force: true })
  })

  it('are visible immediately to another process on the same folder, which does not overwrite them', async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'embedded-admin-'))
    shop = createTestStore({ dataDir })
    const other = createTestStore({ dataDir })
    const set = async (place: TestStore, handle: string) =>
      (await place.admin(SET, { input: { ...copy, handle } })).data.productSet
    const { product } = await set(shop, 'magic-lamp-1')
    const query = '{ productByHandle(handle: "magic-lamp-1") { id } }'
    expect((await other.storefront(query)).data.productByHandle).toEqual({ id: product.id })
    expect((await set(other, 'magic-lamp-1')).userErrors).toMatchObject([{ code: 'HANDLE_NOT_UNIQUE' }])
    expect((await set(other, 'magic-lamp-2')).product.id).not.toBe(product.id)
    expect((await shop.storefront(query)).data.productByHandle).toEqual({ id: product.id })
    await other.store.close()
    rmSync(dataDir, { recursive: true, force: true })
  })

  it('cannot share a handle', async () => {
    const { data } = await shop.admin(SET, { input: { ...copy, handle: 'magic-wand' } })
    expect(data.productSet).toMatchObject({ product: null, userErrors: [{ code: 'HANDLE_NOT_UNIQUE' }] })
  })

  it('are unpublished and deleted', async () => {
    const { product } = (await shop.admin(SET, { input: copy })).data.productSet
    const seen = async () =>
      (await shop.storefront('{ productByHandle(handle: "magic-lamp-1") { title } }')).data.productByHandle
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
    ['no handle', { handle: '' }],
    ['an option that does not exist', { productOptions: [{ name: 'Size' }] }],
    ['a price that is none', { variants: [{ ...copy.variants[0], price: 'free' }] }],
    ['two equal variants', { variants: [copy.variants[0], copy.variants[0]] }],
  ])('are refused with %s', async (_, changes) => {
    const { data } = await shop.admin(SET, { input: { ...copy, ...changes } })
    expect(data.productSet).toMatchObject({ product: null, userErrors: [{ code: 'INVALID_INPUT' }] })
  })
})
