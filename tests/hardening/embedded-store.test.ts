import { statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { variantId } from '../support/embedded-store.ts'
import { openTestShop } from '../support/test-shop.ts'

/** The embedded store, which anybody may query over HTTP. */

const GRAPHQL = '/embedded/storefront/api/2025-07/graphql.json'
const shop = openTestShop()

const post = (body: object) => ({
  method: 'POST',
  headers: { 'Content-Type': 'application/json' },
  body: JSON.stringify(body),
})

async function execute(query: string, variables?: object) {
  const response = await shop.browser().fetch(GRAPHQL, post({ query, variables }))
  return { status: response.status, text: await response.text() }
}
const nested = (depth: number): string =>
  depth === 0 ? 'id' : `id product { variants(first: $n) { nodes { ${nested(depth - 1)} } } }`
const bomb = `{ products(first: $n) { nodes { variants(first: $n) { nodes { ${nested(3)} } } } } }`

test.each([
  ['its own default', `query ($n: Int = 250) ${bomb}`, undefined],
  ['what was sent', `query ($n: Int) ${bomb}`, { n: 250 }],
  ['what stands in it', bomb.replaceAll('$n', '250'), undefined],
])('rejects a query that multiplies by %s', async (_, query, variables) => {
  expect((await execute(query, variables)).text).toContain('MAX_COST_EXCEEDED')
})

test.each([
  ['lists', `{ product(handle: ${'['.repeat(1_200)}"a"${']'.repeat(1_200)}) { id } }`],
  ['objects', `{ product(handle: ${'{a:'.repeat(800)}1${'}'.repeat(800)}) { id } }`],
  ['selections', `${'{ shop '.repeat(1_200)}{ name }${'}'.repeat(1_200)}`],
  ['types', `query ($a: ${'['.repeat(1_200)}Int${']'.repeat(1_200)}) { shop { name } }`],
  [
    'aliases',
    `{ ${Array.from({ length: 600 }, (_, at) => `a${at}: products(first: 250) { nodes { id } }`).join(' ')} }`,
  ],
  ['repeated fields', `{ ${'shop { name } '.repeat(2_000)} }`],
])('responds to endless %s with a client error', async (_, query) => {
  const { status, text } = await execute(query)
  expect(status).toBe(200)
  expect(text).toContain('"errors"')
  expect(text).not.toContain('Internal error')
})

test.each([
  ['mutation ($input: CartInput) { cartCreate(input: $input) { userErrors { code } } }', 'lines'],
  ['mutation ($ids: [ID!]!) { cartLinesRemove(cartId: "1", lineIds: $ids) { userErrors { code } } }', 'ids'],
  ['query ($ids: [ID!]!) { nodes(ids: $ids) { id } }', 'ids'],
])('rejects endless lists: %s %s', async (query, name) => {
  const ids = Array.from({ length: 251 }, () => 'gid://shopify/ProductVariant/1')
  const input = name === 'lines' ? { lines: ids.map((id) => ({ merchandiseId: id })) } : { [name]: ids }
  const { text } = await execute(query, { input, ids })
  expect(text).toContain('MAX_INPUT_SIZE_EXCEEDED')
})

test('stores few carts for one address, however many it asks for in one request', async () => {
  const visitor = shop.browser()
  const size = () => statSync(join(shop.dataDir, 'store.sqlite-wal')).size
  const before = size()
  const lines = Array.from({ length: 250 }, (_, at) => ({
    merchandiseId: variantId(4, 1),
    attributes: [{ key: `k${at}`, value: 'x'.repeat(60) }],
  }))
  const send = async (aliases: number) => {
    const creates = Array.from(
      { length: aliases },
      (_, at) => `a${at}: cartCreate(input: $input) { cart { id } }`,
    )
    const query = `mutation ($input: CartInput) { ${creates.join(' ')} }`
    return visitor.fetch(GRAPHQL, post({ query, variables: { input: { lines } } }))
  }
  expect(await (await send(120)).text()).toContain('MAX_MUTATIONS_EXCEEDED')
  const statuses = []
  for (let request = 0; request < 40; request++) statuses.push((await send(10)).status)
  expect(statuses.filter((status) => status === 200).length).toBeLessThan(20)
  expect(statuses.at(-1)).toBe(429)
  expect(size() - before).toBeLessThan(10_000_000)
})

test('answers the preflight of a page anywhere, and its request', async () => {
  const Origin = 'https://elsewhere.example'
  const asked = {
    Origin,
    'Access-Control-Request-Method': 'POST',
    'Access-Control-Request-Headers': 'content-type',
  }
  const preflight = await shop.browser().fetch(GRAPHQL, { method: 'OPTIONS', headers: asked })
  expect([preflight.status, preflight.headers.get('Access-Control-Allow-Origin')]).toEqual([204, '*'])
  const reply = await shop.browser().fetch(GRAPHQL, {
    ...post({ query: '{ shop { name } }' }),
    headers: { Origin, 'Sec-Fetch-Site': 'cross-site', 'Content-Type': 'application/json' },
  })
  expect([reply.status, reply.headers.get('Access-Control-Allow-Origin')]).toEqual([200, '*'])
})
