import { expect, test } from 'vitest'
import { apiPath, versionOfAddress } from './shopify-api.server.ts'

test('the address of an API names its version', () => {
  const shop = 'https://a-shop.myshopify.com'
  expect(versionOfAddress('storefront', shop + apiPath('storefront'))).toBe('2025-07')
  expect(versionOfAddress('admin', shop + apiPath('admin'))).toBe('2025-07')
  expect(versionOfAddress('admin', `${shop}/admin/api/2026-10/graphql.json`)).toBe('2026-10')
  expect(versionOfAddress('storefront', `${shop}/api/unstable/graphql.json`)).toBe('unstable')
})

test('an address without the path of its API or without a version has none', () => {
  for (const address of [
    'a-shop.myshopify.com',
    'https://a-shop.myshopify.com',
    'https://a-shop.myshopify.com/api/graphql.json',
    'https://a-shop.myshopify.com/api/2025-07',
    'https://a-shop.myshopify.com/api/latest/graphql.json',
    'https://a-shop.myshopify.com/api/2025-07/graphql.json?x=1',
    'https://a-shop.myshopify.com/admin/2025-07/graphql.json',
  ])
    expect(versionOfAddress('storefront', address), address).toBeNull()
  expect(versionOfAddress('admin', `https://a-shop.myshopify.com${apiPath('storefront')}`)).toBeNull()
})
