import { expect, test } from 'vitest'
import { apiPath, versionOfAddress } from './shopify-api.server.ts'

const SHOP = 'https://a-shop.myshopify.com'

test.each([
  ['storefront', SHOP + apiPath('storefront'), '2025-07'],
  ['admin', SHOP + apiPath('admin'), '2025-07'],
  ['admin', `${SHOP}/admin/api/2026-10/graphql.json`, '2026-10'],
  ['storefront', `${SHOP}/api/unstable/graphql.json`, 'unstable'],
  ['storefront', 'a-shop.myshopify.com', null],
  ['storefront', SHOP, null],
  ['storefront', `${SHOP}/api/graphql.json`, null],
  ['storefront', `${SHOP}/api/2025-07`, null],
  ['storefront', `${SHOP}/api/latest/graphql.json`, null],
  ['storefront', `${SHOP}/api/2025-07/graphql.json?x=1`, null],
  ['storefront', `${SHOP}/admin/2025-07/graphql.json`, null],
  ['admin', SHOP + apiPath('storefront'), null],
] as const)('the %s address %s names the version %s', (api, address, version) => {
  expect(versionOfAddress(api, address)).toBe(version)
})
