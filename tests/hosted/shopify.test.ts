import { beforeEach, expect, test } from 'vitest'
import { SEEDED_PRODUCTS } from '#embedded/shopify/catalogue-seed.ts'
import { createShopify, type Shopify } from '../support/shopify.ts'

/** What the switches of the stand-in make of a shop of Shopify's. */

let shopify: Shopify
beforeEach(() => {
  shopify = createShopify({ isNew: false })
})

async function ask(api: 'storefront' | 'admin', query: string) {
  const [url, token] =
    api === 'admin'
      ? [shopify.adminUrl(), { 'X-Shopify-Access-Token': shopify.tokens.adminToken }]
      : [shopify.storefrontUrl(), { 'X-Shopify-Storefront-Access-Token': shopify.tokens.publicToken }]
  const response = await shopify.fetch(url, {
    method: 'POST',
    headers: token,
    body: JSON.stringify({ query }),
  })
  return { headers: response.headers, ...(await response.json()) }
}
const newCart = async () => {
  const id = SEEDED_PRODUCTS[5]?.variants[0]?.id
  const reply = await ask(
    'storefront',
    `mutation New { cartCreate(input: { lines: [{ merchandiseId: "${id}" }] }) { cart { checkoutUrl } } }`,
  )
  return new URL(reply.data.cartCreate.cart.checkoutUrl)
}

test('a checkout is at the primary domain of the store, and behind its password', async () => {
  expect((await shopify.fetch(await newCart())).status).toBe(200)
  shopify.switches.hasPassword = true
  const closed = await shopify.fetch(await newCart())
  expect([closed.status, closed.headers.get('Location')]).toEqual([302, '/password'])
  shopify.switches.primaryDomain = 'https://shop.example'
  expect((await newCart()).origin).toBe('https://shop.example')
  for (const api of ['storefront', 'admin'] as const) {
    const { data } = await ask(api, 'query Shop { shop { primaryDomain { url } } }')
    expect(data.shop.primaryDomain.url).toBe('https://shop.example')
  }
})

test('an app that may not enter the shop gets no token', async () => {
  const { clientId, clientSecret } = shopify.tokens
  const grant = (secret: string) => {
    const fields = { grant_type: 'client_credentials', client_id: clientId, client_secret: secret }
    const url = new URL('/admin/oauth/access_token', shopify.adminUrl())
    return shopify.fetch(url, { method: 'POST', body: new URLSearchParams(fields) })
  }
  expect((await grant(clientSecret)).status).toBe(200)
  expect(await (await grant('wrong')).json()).toEqual({ error: 'invalid_client' })
  shopify.switches.refusesApp = 'shop_not_permitted'
  expect(await (await grant(clientSecret)).json()).toEqual({ error: 'shop_not_permitted' })
})

test('a field without its scope is denied, and a version that is over is answered by the next', async () => {
  shopify.switches.scopes.admin = ['write_discounts']
  const { errors } = await ask('admin', 'query Markets { markets(first: 1) { nodes { id } } }')
  expect(errors).toMatchObject([{ extensions: { code: 'ACCESS_DENIED' } }])
  shopify.switches.oldestVersion = '2025-10'
  const { headers } = await ask('storefront', 'query Shop { shop { name } }')
  expect(headers.get('X-Shopify-API-Version')).toBe('2025-10')
})

test('a complete shop has its limited editions counted, and a new one has nothing', async () => {
  const query =
    'query Stock { products(first: 9) { nodes { handle variants(first: 1) { nodes { inventoryItem { tracked } } } } } }'
  const { data } = await ask('admin', query)
  const tracked = data.products.nodes.filter(
    (node: { variants: { nodes: { inventoryItem: { tracked: boolean } }[] } }) =>
      node.variants.nodes[0]?.inventoryItem.tracked,
  )
  expect(tracked).toMatchObject([{ handle: 'vol-i-phoenix-edition' }])
  shopify = createShopify()
  expect((await ask('admin', query)).data.products.nodes).toEqual([])
})
