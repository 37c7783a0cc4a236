import { expect, test } from 'vitest'
import { openTestShop } from '../support/test-shop.ts'

/** The APIs of the embedded store over HTTP: for any client on the shop's own machine, with any token or none. */

const STOREFRONT = '/embedded/storefront/api/2025-07/graphql.json'
const ADMIN = '/embedded/admin/api/2025-07/graphql.json'
const shop = openTestShop({ env: { ADMIN_API_TOKEN: 'token-of-the-owner' } })

const ask = (path: string, address: string, headers: Record<string, string> = {}) => {
  const body = JSON.stringify({ query: '{ shop { primaryDomain { url } } }' })
  const init = { method: 'POST', headers: { 'Content-Type': 'application/json', ...headers }, body }
  return shop.handle(new Request(shop.origin + path, init), { address })
}

test.each(['127.0.0.1', '127.8.0.1', '::1', '::ffff:127.0.0.1'])('are answered to %s', async (address) => {
  const reply = await ask(STOREFRONT, address, { 'X-Shopify-Storefront-Access-Token': 'of another shop' })
  expect([reply.status, await reply.json()]).toEqual([
    200,
    { data: { shop: { primaryDomain: { url: shop.origin } } } },
  ])
  expect(reply.headers.get('Access-Control-Allow-Origin')).toBeNull()
})

test.each(['10.1.2.3', '192.0.2.1', '::2', '1127.0.0.1'])('are closed to %s', async (address) => {
  for (const path of [STOREFRONT, ADMIN]) expect((await ask(path, address)).status).toBe(403)
})

test.each([
  ['token-of-the-owner', 200],
  ['secret-admin-token', 401],
])('take the Admin token of the settings, which alone makes no store real: %s', async (token, status) => {
  const { status: answered } = await ask(ADMIN, '127.0.0.1', { 'X-Shopify-Access-Token': token })
  expect([answered, shop.embedded.store?.adminToken]).toEqual([status, 'token-of-the-owner'])
})

test('are closed to pages of other sites', async () => {
  const headers = { Origin: 'https://elsewhere.example', 'Sec-Fetch-Site': 'cross-site' }
  expect((await ask(STOREFRONT, '127.0.0.1', headers)).status).toBe(403)
})
