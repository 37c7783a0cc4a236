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
    'products(first: 1) { nodes { totalInventory } }',
    'products(first: 1, query: "tag:wands") { nodes { id } }',
    'products(first: 1, sortKey: PRICE) { nodes { id } }',
    'products(first: 1, reverse: true) { nodes { id } }',
    'products(last: 1) { nodes { id } }',
  ])('that this store does not know is an error, rather than an empty answer: %s', async (query) => {
    const { errors } = await shop.storefront(`{ ${query} }`)
    expect(errors).toMatchObject([{ extensions: { code: 'NOT_IMPLEMENTED' } }])
  })

  it('that is too expensive is refused', async () => {
    const deep = (depth: number): string =>
      depth === 0 ? 'id' : `variants(first: 250) { nodes { product { ${deep(depth - 1)} } } }`
    const { data, errors } = await shop.storefront(`{ products(first: 250) { nodes { ${deep(5)} } } }`)
    expect(errors).toMatchObject([{ extensions: { code: 'MAX_COST_EXCEEDED' } }])
    expect(data).toBeUndefined()
  })

  it('costs what a list returns, not what was asked for', async () => {
    const all = `products(first: 250) { nodes { title images(first: 250) { nodes { url } }
      variants(first: 250) { nodes { id title price { amount } product { variants(first: 250) { nodes { id } } } } } } }`
    const { data, errors } = await shop.storefront(`{ ${all} }`)
    expect(errors).toEqual([])
    expect(data.products.nodes).toHaveLength(7)
  })

  it('makes ten changes at most, and none of more', async () => {
    const count = (changes: number) => {
      const change = (at: number) => `a${at}: cartCreate { cart { id } userErrors { code } }`
      return shop.storefront(
        `mutation { ${Array.from({ length: changes }, (_, at) => change(at)).join(' ')} }`,
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

  it('accepts no token or any token, from pages of any origin', async () => {
    const origin = { Origin: 'https://elsewhere.example' }
    for (const headers of [origin, { ...origin, 'X-Shopify-Storefront-Access-Token': 'of another shop' }]) {
      const response = await ask({ headers })
      expect(response?.status).toBe(200)
      expect(response?.headers.get('Access-Control-Allow-Origin')).toBe('*')
      expect(response?.headers.get('Access-Control-Allow-Credentials')).toBeNull()
    }
  })

  it('answers the preflight of a browser, but not for the Admin API', async () => {
    const asked = 'content-type,x-shopify-storefront-access-token,x-sdk-variant'
    const headers = { Origin: 'https://elsewhere.example', 'Access-Control-Request-Headers': asked }
    const response = await ask({ method: 'OPTIONS', body: null, headers })
    expect(response?.status).toBe(204)
    expect(response?.headers.get('Access-Control-Allow-Methods')).toContain('POST')
    expect(response?.headers.get('Access-Control-Allow-Headers')).toBe(asked)
    const admin = await shop.store.handle(new Request(shop.store.adminUrl, { method: 'OPTIONS', headers }))
    expect([admin?.status, admin?.headers.get('Access-Control-Allow-Origin')]).toEqual([405, null])
  })

  it('accepts only POST, and only JSON', async () => {
    const read = await ask({ method: 'GET', body: null })
    expect([read?.status, read?.headers.get('Allow')]).toEqual([405, 'POST, OPTIONS'])
    expect((await ask({ body: 'query=1' }))?.status).toBe(400)
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
    const price = { amount: '35.0', currencyCode }
    expect(data.nodes).toEqual([
      { id: PHOENIX, availableForSale, price, product: { handle: 'magic-wand' } },
      null,
    ])
  })

  it('has each product by its id, and by its handle', async () => {
    const { data } = await shop.storefront(`{
      byHandle: product(handle: "magic-wand") { id }
      old: productByHandle(handle: "magic-wand") { id }
      none: product(handle: "nothing") { id }
    }`)
    const { id } = data.byHandle
    expect(data).toEqual({ byHandle: { id }, old: { id }, none: null })
    const again = await shop.storefront(
      'query ($id: ID!) { product(id: $id) { handle } node(id: $id) { id } }',
      {
        id,
      },
    )
    expect(again.data).toEqual({ product: { handle: 'magic-wand' }, node: { id } })
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

it('handles no other paths', async () => {
  expect(await shop.store.handle(new Request('http://shop.test/us/products'))).toBeNull()
})
