import { beforeAll, describe, expect, it } from 'vitest'
import { createTestStore, type TestStore, variantId } from '../../tests/support/embedded-store.ts'

let shop: TestStore
beforeAll(() => {
  shop = createTestStore()
})

const ELDER = variantId(4, 1)
const PHOENIX = variantId(4, 6)
const TOTE = variantId(6, 1)
const GIFT = variantId(2, 8)

const CART = `
  id checkoutUrl totalQuantity
  attributes { key value }
  buyerIdentity { countryCode }
  cost { subtotalAmount { amount currencyCode } totalAmount { amount currencyCode } }
  discountCodes { code applicable }
  discountAllocations { discountedAmount { amount } ... on CartCodeDiscountAllocation { code } }
  lines(first: 100) { nodes { id quantity attributes { key value } cost { totalAmount { amount } }
    merchandise { ... on ProductVariant { id title product { title } } } } }`
const PAYLOAD = `cart { ${CART} } userErrors { field message code } warnings { code message }`
const CREATE = `mutation ($input: CartInput) { cartCreate(input: $input) { ${PAYLOAD} } }`
const ADD = `mutation ($cartId: ID!, $lines: [CartLineInput!]!) { cartLinesAdd(cartId: $cartId, lines: $lines) { ${PAYLOAD} } }`
const UPDATE = `mutation ($cartId: ID!, $lines: [CartLineUpdateInput!]!) { cartLinesUpdate(cartId: $cartId, lines: $lines) { ${PAYLOAD} } }`

async function create(input: object) {
  const { data, errors } = await shop.storefront(CREATE, { input })
  expect(errors).toEqual([])
  return data.cartCreate
}

describe('operations that Shopify would refuse', () => {
  it.each([
    ['an unknown field', '{ products(first: 1) { nodes { nope } } }', {}],
    ['an unknown argument', '{ products(firstly: 1) { nodes { id } } }', {}],
    ['a missing required argument', '{ productByHandle { id } }', {}],
    ['a missing selection', '{ products(first: 1) }', {}],
    ['a missing variable', 'query ($handle: String!) { productByHandle(handle: $handle) { id } }', {}],
    [
      'a variable of the wrong type',
      'query ($first: Int!) { products(first: $first) { nodes { id } } }',
      { first: 'ten' },
    ],
    ['an unknown country', 'query ($c: CountryCode) @inContext(country: $c) { shop { name } }', { c: 'XX' }],
    ['a list without its size', '{ products { nodes { id } } }', {}],
    ['a list that is too long', '{ products(first: 251) { nodes { id } } }', {}],
    ['a malformed id', '{ node(id: "42") { id } }', {}],
    ['no GraphQL at all', 'hello', {}],
  ])('%s', async (_, query, variables) => {
    const { status, data, errors } = await shop.storefront(query, variables)
    expect(status).toBe(200)
    expect(errors.length).toBeGreaterThan(0)
    expect(data ?? null).toSatisfy(
      (value: unknown) => value === null || JSON.stringify(value).includes('null'),
    )
  })

  it('returns an error for fields that it does not implement', async () => {
    const { errors } = await shop.storefront('{ blogs(first: 1) { nodes { id } } }')
    expect(errors).toMatchObject([{ extensions: { code: 'NOT_IMPLEMENTED' } }])
  })

  it('refuses a query that is too expensive', async () => {
    const deep = (depth: number): string =>
      depth === 0 ? 'id' : `variants(first: 250) { nodes { product { ${deep(depth - 1)} } } }`
    const { data, errors } = await shop.storefront(`{ products(first: 250) { nodes { ${deep(5)} } } }`)
    expect(errors).toMatchObject([{ extensions: { code: 'MAX_COST_EXCEEDED' } }])
    expect(data).toBeUndefined()
  })

  it('counts what a list returns, not what was asked for', async () => {
    const all = `products(first: 250) { nodes { title images(first: 250) { nodes { url } }
      variants(first: 250) { nodes { id title price { amount } product { variants(first: 250) { nodes { id } } } } } } }`
    const { data, errors } = await shop.storefront(`{ ${all} }`)
    expect(errors).toEqual([])
    expect(data.products.nodes).toHaveLength(7)
  })
})

describe('the HTTP endpoint', () => {
  const ask = (headers: HeadersInit, init: RequestInit = {}) =>
    shop.store.handle(
      new Request(shop.store.storefrontUrl, {
        method: 'POST',
        headers,
        body: '{"query":"{ shop { name } }"}',
        ...init,
      }),
    )

  it('accepts no token or any token, from pages of any origin', async () => {
    const origin = { Origin: 'https://elsewhere.example' }
    for (const headers of [origin, { ...origin, 'X-Shopify-Storefront-Access-Token': 'of another shop' }]) {
      const response = await ask(headers)
      expect(response?.status).toBe(200)
      expect(response?.headers.get('Access-Control-Allow-Origin')).toBe('*')
      expect(response?.headers.get('Access-Control-Allow-Credentials')).toBeNull()
    }
  })

  it('answers the preflight of a browser, but not for the Admin API', async () => {
    const asked = 'content-type,x-shopify-storefront-access-token,x-sdk-variant'
    const init = {
      method: 'OPTIONS',
      headers: {
        Origin: 'https://elsewhere.example',
        'Access-Control-Request-Method': 'POST',
        'Access-Control-Request-Headers': asked,
      },
    }
    const response = await shop.store.handle(new Request(shop.store.storefrontUrl, init))
    expect(response?.status).toBe(204)
    expect(response?.headers.get('Access-Control-Allow-Origin')).toBe('*')
    expect(response?.headers.get('Access-Control-Allow-Methods')).toContain('POST')
    expect(response?.headers.get('Access-Control-Allow-Headers')).toBe(asked)
    const admin = await shop.store.handle(new Request(shop.store.adminUrl, init))
    expect([admin?.status, admin?.headers.get('Access-Control-Allow-Origin')]).toEqual([405, null])
  })

  it('accepts only POST, only JSON, and only up to the size limit', async () => {
    const read = await ask({}, { method: 'GET', body: null })
    expect([read?.status, read?.headers.get('Allow')]).toEqual([405, 'POST, OPTIONS'])
    expect((await ask({}, { body: 'query=1' }))?.status).toBe(400)
    expect((await ask({}, { body: JSON.stringify({ query: '#'.repeat(300_000) }) }))?.status).toBe(413)
  })

  it('makes ten changes in one request at most, and none of more', async () => {
    const count = (changes: number) => {
      const create = (at: number) => `a${at}: cartCreate { cart { id } userErrors { code } }`
      return shop.storefront(
        `mutation { ${Array.from({ length: changes }, (_, at) => create(at)).join(' ')} }`,
      )
    }
    expect((await count(10)).errors).toEqual([])
    const refused = await count(11)
    expect(refused.errors).toMatchObject([{ extensions: { code: 'MAX_MUTATIONS_EXCEEDED' } }])
    expect(refused.data).toBeUndefined()
    const spread = 'fragment F on Mutation { a: cartCreate { cart { id } } b: cartCreate { cart { id } } }'
    const twice = `${spread} mutation { ${Array.from({ length: 6 }, () => '... F').join(' ')} }`
    expect((await shop.storefront(twice)).errors).toMatchObject([
      { extensions: { code: 'MAX_MUTATIONS_EXCEEDED' } },
    ])
  })

  it('stores no cart of more than 32 KB, however it grew', async () => {
    const long = Array.from({ length: 20 }, (_, at) => ({ key: `k${at}`, value: 'x'.repeat(2_000) }))
    const { data } = await shop.storefront(CREATE, { input: { attributes: long } })
    expect(data.cartCreate).toMatchObject({ cart: null, userErrors: [{ code: 'MAXIMUM_EXCEEDED' }] })
    const { cart } = await create({ attributes: long.slice(0, 15) })
    const change = `mutation ($id: ID!, $note: String!) { cartNoteUpdate(cartId: $id, note: $note) {
      cart { note } userErrors { message } } }`
    const grown = await shop.storefront(change, { id: cart.id, note: 'y'.repeat(4_900) })
    expect(grown.data.cartNoteUpdate).toEqual({
      cart: { note: '' },
      userErrors: [{ message: 'The cart is too large.' }],
    })
  })

  it('counts the changes of a client with their size, and refuses those beyond its limit', async () => {
    const counted: [string, number][] = []
    const write = async (ip: string, points: number) => (counted.push([ip, points]) > 2 ? 77 : null)
    const limited = createTestStore({ limits: { write, order: async () => null } })
    const send = (query: string, ip: string | null) =>
      limited.store.handle(
        new Request(limited.store.storefrontUrl, { method: 'POST', body: JSON.stringify({ query }) }),
        ip,
      )
    const small = 'mutation { a: cartCreate { cart { id } } b: cartCreate { cart { id } } }'
    await send(small, '192.0.2.1')
    await send(`${small} # ${'x'.repeat(9_000)}`, '192.0.2.2')
    await send('{ shop { name } }', '192.0.2.3')
    await send(small, null)
    expect(counted).toEqual([
      ['192.0.2.1', 2],
      ['192.0.2.2', 4],
    ])
    const refused = await send(small, '192.0.2.4')
    expect([refused?.status, refused?.headers.get('Retry-After')]).toEqual([429, '77'])
    await limited.store.close()
  })

  it('does not handle other paths', async () => {
    expect(await shop.store.handle(new Request('http://shop.test/us/products'))).toBeNull()
  })
})

describe('the catalogue', () => {
  const PRICE = '{ id availableForSale price { amount currencyCode } }'

  it.each([
    ['US', 'USD', false],
    ['GB', 'GBP', true],
    ['FR', 'GBP', true],
    ['CA', 'USD', false],
  ])('shows Phoenix & Elm to %s in %s, available: %s', async (country, currencyCode, availableForSale) => {
    const query = `query ($id: ID!, $c: CountryCode) @inContext(country: $c) { node(id: $id) { ... on ProductVariant ${PRICE} } }`
    const { data } = await shop.storefront(query, { id: PHOENIX, c: country })
    expect(data.node).toEqual({ id: PHOENIX, availableForSale, price: { amount: '35.0', currencyCode } })
  })

  it('searches by tag, sorts and paginates', async () => {
    const query = `query ($after: String) { products(first: 2, after: $after, sortKey: TITLE, query: "tag:'market: us' -tag:merch") {
      nodes { title } pageInfo { hasNextPage endCursor } } }`
    const first = (await shop.storefront(query)).data.products
    expect(first.nodes.map((node: { title: string }) => node.title)).toEqual([
      'Magic Wand',
      "Magic Wand Collector's Set",
    ])
    const rest = (await shop.storefront(query, { after: first.pageInfo.endCursor })).data.products
    expect(rest).toMatchObject({
      nodes: [{ title: 'Vol. II: Magical You (Pre-Order)' }],
      pageInfo: { hasNextPage: false },
    })
  })

  it.each([
    ["tag:'market: us' AND NOT tag:wands", 3],
    ['-title:magic*', 2],
    ['NOT wand', 5],
    ['', 7],
  ])('finds by %j as many as Shopify would: %i', async (search, count) => {
    const query = 'query ($q: String) { products(first: 20, query: $q) { nodes { handle } } }'
    expect((await shop.storefront(query, { q: search })).data.products.nodes).toHaveLength(count)
  })

  it.each([
    'available_for_sale:true',
    'tag:none variants.price:>50',
    'tag:wands OR tag:merch',
    '(tag:wands)',
  ])('says of the search %j that it is not known, rather than that nothing was found', async (search) => {
    const query = 'query ($q: String) { products(first: 20, query: $q) { nodes { handle } } }'
    const { errors } = await shop.storefront(query, { q: search })
    expect(errors).toMatchObject([{ extensions: { code: 'NOT_IMPLEMENTED' } }])
  })

  it('finds a product by handle or id, and a variant by its options', async () => {
    const query = `{ product(handle: "keyhole-tote") { id title
      variantBySelectedOptions(selectedOptions: [{ name: "Shade", value: "Midnight" }]) { id }
      priceRange { minVariantPrice { amount } maxVariantPrice { amount } } } }`
    const { product } = (await shop.storefront(query)).data
    expect(product).toMatchObject({
      title: 'Keyhole Tote',
      variantBySelectedOptions: { id: variantId(6, 2) },
    })
    const byId = await shop.storefront('query ($id: ID!) { product(id: $id) { handle } }', { id: product.id })
    expect(byId.data.product.handle).toBe('keyhole-tote')
  })
})

describe('the cart', () => {
  it('stores lines with their attributes, and merges equal ones', async () => {
    const line = { merchandiseId: ELDER, quantity: 2, attributes: [{ key: 'Wands', value: 'Dragon & Oak' }] }
    const { cart } = await create({
      lines: [line],
      buyerIdentity: { countryCode: 'GB' },
      attributes: [{ key: 'a', value: 'b' }],
    })
    expect(cart).toMatchObject({
      totalQuantity: 2,
      buyerIdentity: { countryCode: 'GB' },
      attributes: [{ key: 'a', value: 'b' }],
      cost: { totalAmount: { amount: '68.0', currencyCode: 'GBP' } },
    })
    expect(cart.checkoutUrl).toMatch(/^http:\/\/shop\.test\/embedded\/checkout\/\w+\?key=\w+$/)
    const { data } = await shop.storefront(ADD, { cartId: cart.id, lines: [line, { merchandiseId: ELDER }] })
    expect(data.cartLinesAdd.cart.lines.nodes).toMatchObject([
      { quantity: 4, attributes: line.attributes },
      { quantity: 1 },
    ])
  })

  it('changes and removes lines, also the last one', async () => {
    const { cart } = await create({ lines: [{ merchandiseId: ELDER }, { merchandiseId: TOTE }] })
    const [elder, tote] = cart.lines.nodes
    const updated = await shop.storefront(UPDATE, {
      cartId: cart.id,
      lines: [
        { id: elder.id, quantity: 5 },
        { id: tote.id, quantity: 0 },
      ],
    })
    expect(updated.data.cartLinesUpdate.cart.lines.nodes).toMatchObject([{ quantity: 5 }])
    const removed = await shop.storefront(
      'mutation ($cartId: ID!, $lineIds: [ID!]!) { cartLinesRemove(cartId: $cartId, lineIds: $lineIds) { cart { totalQuantity } userErrors { code } } }',
      { cartId: cart.id, lineIds: [elder.id] },
    )
    expect(removed.data.cartLinesRemove).toEqual({ cart: { totalQuantity: 0 }, userErrors: [] })
  })

  it.each([
    ['unknown merchandise', { merchandiseId: variantId(9, 9) }, 'INVALID', 'merchandiseId'],
    ['sold-out merchandise', { merchandiseId: PHOENIX }, 'INVALID', 'merchandiseId'],
    ['merchandise of the other market', { merchandiseId: variantId(1, 1) }, 'INVALID', 'merchandiseId'],
    ['no quantity', { merchandiseId: ELDER, quantity: 0 }, 'MINIMUM_NOT_MET', 'quantity'],
    ['too much of one thing', { merchandiseId: ELDER, quantity: 21 }, 'MAXIMUM_EXCEEDED', 'quantity'],
  ])('refuses %s with a user error', async (_, line, code, field) => {
    const { cart, userErrors } = await create({ lines: [line], buyerIdentity: { countryCode: 'US' } })
    expect(cart).toBeNull()
    expect(userErrors).toMatchObject([{ code, field: ['input', 'lines', '0', field] }])
  })

  it('does not find a cart without its key', async () => {
    const { cart } = await create({})
    const query = 'query ($id: ID!) { cart(id: $id) { id } }'
    expect((await shop.storefront(query, { id: cart.id })).data.cart).toEqual({ id: cart.id })
    expect((await shop.storefront(query, { id: cart.id.replace(/key=.*/, 'key=0') })).data.cart).toBeNull()
    const { data } = await shop.storefront(ADD, { cartId: 'gid://shopify/Cart/none?key=none', lines: [] })
    expect(data.cartLinesAdd).toMatchObject({ cart: null, userErrors: [{ field: ['cartId'] }] })
  })

  it('changes the country, and warns of lines that are not available there', async () => {
    const { cart } = await create({
      lines: [{ merchandiseId: PHOENIX }],
      buyerIdentity: { countryCode: 'FR' },
    })
    const { data } = await shop.storefront(
      `mutation ($cartId: ID!, $b: CartBuyerIdentityInput!) { cartBuyerIdentityUpdate(cartId: $cartId, buyerIdentity: $b) { ${PAYLOAD} } }`,
      { cartId: cart.id, b: { countryCode: 'US' } },
    )
    expect(data.cartBuyerIdentityUpdate).toMatchObject({
      cart: { cost: { totalAmount: { amount: '35.0', currencyCode: 'USD' } } },
      warnings: [{ code: 'MERCHANDISE_OUT_OF_STOCK' }],
    })
  })
})

describe('discount codes', () => {
  it('takes ten percent off for OWL10, in whole cents', async () => {
    const { cart } = await create({
      lines: [{ merchandiseId: ELDER, quantity: 3 }],
      discountCodes: ['owl10'],
    })
    expect(cart).toMatchObject({
      discountCodes: [{ code: 'owl10', applicable: true }],
      discountAllocations: [{ code: 'OWL10', discountedAmount: { amount: '10.2' } }],
      cost: { subtotalAmount: { amount: '102.0' }, totalAmount: { amount: '91.8' } },
    })
  })

  it('keeps an unknown code as not applicable, and warns', async () => {
    const { cart, warnings } = await create({ lines: [{ merchandiseId: ELDER }], discountCodes: ['NOPE'] })
    expect(cart.discountCodes).toEqual([{ code: 'NOPE', applicable: false }])
    expect(cart.cost.totalAmount.amount).toBe('34.0')
    expect(warnings).toMatchObject([{ code: 'DISCOUNT_NOT_FOUND', message: expect.stringContaining('NOPE') }])
  })

  it('are replaced by an update', async () => {
    const { cart } = await create({ lines: [{ merchandiseId: GIFT }], discountCodes: ['NOPE'] })
    const { data } = await shop.storefront(
      `mutation ($id: ID!, $c: [String!]) { cartDiscountCodesUpdate(cartId: $id, discountCodes: $c) { ${PAYLOAD} } }`,
      { id: cart.id, c: ['OWL10', 'owl10 '] },
    )
    expect(data.cartDiscountCodesUpdate.cart).toMatchObject({
      discountCodes: [{ applicable: true }],
      cost: { totalAmount: { amount: '53.1' } },
    })
  })
})
