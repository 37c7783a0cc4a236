import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestStore, type TestStore, variantId } from '#tests/support/embedded-store.ts'

let shop: TestStore
beforeAll(() => {
  shop = createTestStore()
})
afterAll(() => shop.store.close())

const PHOENIX = variantId(4, 6)

describe('an operation', () => {
  it.each([
    ['an unknown field', '{ products(first: 1) { nodes { nope } } }', {}],
    ['a missing required argument', '{ productByHandle { id } }', {}],
    [
      'a variable of the wrong type',
      'query ($first: Int!) { products(first: $first) { nodes { id } } }',
      { first: 'ten' },
    ],
    ['an unknown country', 'query ($c: CountryCode) @inContext(country: $c) { shop { name } }', { c: 'XX' }],
    ['a list without its size', '{ products { nodes { id } } }', {}],
    ['a list that is too long', '{ products(first: 251) { nodes { id } } }', {}],
    ['a malformed id', '{ nodes(ids: ["42"]) { id } }', {}],
    ['no GraphQL at all', 'hello', {}],
  ])('with %s is refused, as Shopify would', async (_, query, variables) => {
    const { status, data, errors } = await shop.storefront(query, variables)
    expect(status).toBe(200)
    expect(errors.length).toBeGreaterThan(0)
    expect(data ?? null).toSatisfy(
      (value: unknown) => value === null || JSON.stringify(value).includes('null'),
    )
  })

  it.each([
    'blogs(first: 1) { nodes { id } }',
    'node(id: "gid://shopify/Product/1") { id }',
    'products(first: 1) { nodes { totalInventory } }',
    'products(first: 1, query: "title:wand") { nodes { id } }',
    'products(first: 1, sortKey: PRICE) { nodes { id } }',
    'products(first: 1, reverse: true) { nodes { id } }',
    'products(last: 1) { nodes { id } }',
  ])('that this store does not know is an error, rather than an empty answer: %s', async (query) => {
    const { errors } = await shop.storefront(`{ ${query} }`)
    expect(errors).toMatchObject([{ extensions: { code: 'NOT_IMPLEMENTED' } }])
  })
})

describe('the HTTP endpoint', () => {
  const ask = (init: RequestInit) =>
    shop.store.handle(
      new Request(shop.store.storefrontUrl, {
        method: 'POST',
        body: '{"query":"{ shop { name } }"}',
        ...init,
      }),
    )

  it('accepts no token or any token', async () => {
    expect((await ask({}))?.status).toBe(200)
    const headers = { 'X-Shopify-Storefront-Access-Token': 'of another shop' }
    expect((await ask({ headers }))?.status).toBe(200)
  })

  it('accepts only POST, and only JSON', async () => {
    const read = await ask({ method: 'GET', body: null })
    expect([read?.status, read?.headers.get('Allow')]).toEqual([405, 'POST'])
    expect((await ask({ body: 'query=1' }))?.status).toBe(400)
  })
})

describe('the catalogue', () => {
  it.each([
    ['US', 'USD', false],
    ['GB', 'GBP', true],
    ['FR', 'GBP', true],
    ['CA', 'USD', false],
  ])('shows Phoenix & Elm to %s in %s, available: %s', async (country, currencyCode, availableForSale) => {
    const query = `query ($ids: [ID!]!, $c: CountryCode) @inContext(country: $c) { nodes(ids: $ids) {
      ... on ProductVariant { id availableForSale price { amount currencyCode } product { handle } } } }`
    const { data } = await shop.storefront(query, { ids: [PHOENIX, variantId(9, 9)], c: country })
    const price = { amount: '44.0', currencyCode }
    expect(data.nodes).toEqual([
      { id: PHOENIX, availableForSale, price, product: { handle: 'magic-wand' } },
      null,
    ])
  })

  it('has each product by its handle', async () => {
    const { data } = await shop.storefront(`{
      wand: productByHandle(handle: "magic-wand") { title }
      none: productByHandle(handle: "nothing") { title }
    }`)
    expect(data).toEqual({ wand: { title: 'Magic Wand' }, none: null })
  })

  it('is read page by page', async () => {
    const query = `query ($after: String) { products(first: 5, after: $after) {
      nodes { handle } pageInfo { hasNextPage endCursor } } }`
    const first = (await shop.storefront(query)).data.products
    expect(first.nodes).toHaveLength(5)
    expect(first.pageInfo.hasNextPage).toBe(true)
    const rest = (await shop.storefront(query, { after: first.pageInfo.endCursor })).data.products
    expect(rest.nodes[0]).toEqual({ handle: 'keyhole-tote' })
    expect(rest.pageInfo.hasNextPage).toBe(false)
    expect((await shop.storefront(query, { after: 'nonsense' })).errors).toHaveLength(1)
  })
})

const ELDER = variantId(4, 1)

const CREATE = `mutation ($input: CartInput) { cartCreate(input: $input) {
  cart {
    id checkoutUrl buyerIdentity { countryCode }
    cost { totalAmount { amount currencyCode } }
    lines(first: 100) { nodes { quantity attributes { key value } } }
  }
  userErrors { field code } } }`

async function create(input: object) {
  const { data, errors } = await shop.storefront(CREATE, { input })
  expect(errors).toEqual([])
  return data.cartCreate
}

describe('a cart', () => {
  it('has lines with their attributes, and equal ones as one', async () => {
    const line = { merchandiseId: ELDER, quantity: 2, attributes: [{ key: 'Wands', value: 'Dragon & Oak' }] }
    const { cart } = await create({
      lines: [line, line, { merchandiseId: ELDER }],
      buyerIdentity: { countryCode: 'GB' },
    })
    expect(cart).toMatchObject({
      buyerIdentity: { countryCode: 'GB' },
      cost: { totalAmount: { amount: '170.0', currencyCode: 'GBP' } },
    })
    expect(cart.lines.nodes).toMatchObject([
      { quantity: 4, attributes: line.attributes },
      { quantity: 1, attributes: [] },
    ])
    expect(cart.checkoutUrl).toMatch(/^http:\/\/shop\.test\/embedded\/checkout\/\w+\?key=\w+$/)
  })

  it.each([
    ['unknown merchandise', { merchandiseId: variantId(9, 9) }, 'INVALID', 'merchandiseId'],
    ['sold-out merchandise', { merchandiseId: PHOENIX }, 'INVALID', 'merchandiseId'],
    ['merchandise of the other market', { merchandiseId: variantId(1, 1) }, 'INVALID', 'merchandiseId'],
    ['no quantity', { merchandiseId: ELDER, quantity: 0 }, 'MINIMUM_NOT_MET', 'quantity'],
    ['too much of one thing', { merchandiseId: ELDER, quantity: 21 }, 'MAXIMUM_EXCEEDED', 'quantity'],
  ])('with %s is refused with a user error', async (_, line, code, field) => {
    const { cart, userErrors } = await create({ lines: [line], buyerIdentity: { countryCode: 'US' } })
    expect(cart).toBeNull()
    expect(userErrors).toMatchObject([{ code, field: ['input', 'lines', '0', field] }])
  })

  it('is not found without its key', async () => {
    const { cart } = await create({})
    const query = 'query ($id: ID!) { cart(id: $id) { id } }'
    expect((await shop.storefront(query, { id: cart.id })).data.cart).toEqual({ id: cart.id })
    expect((await shop.storefront(query, { id: cart.id.replace(/key=.*/, 'key=0') })).data.cart).toBeNull()
  })
})

it('handles no other paths', async () => {
  expect(await shop.store.handle(new Request('http://shop.test/us/products'))).toBeNull()
})
