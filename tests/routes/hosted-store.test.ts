import { afterAll, beforeAll, expect, test } from 'vitest'
import { createHostedStore } from '../support/hosted-store.ts'
import { createTestShop, type TestShop } from '../support/test-shop.ts'

let hosted: Awaited<ReturnType<typeof createHostedStore>>
let shop: TestShop

beforeAll(async () => {
  hosted = await createHostedStore()
  shop = await createTestShop({ env: { ...hosted.env, TRUST_PROXY: '1' } })
  await shop.warm
})
afterAll(async () => {
  await shop.close()
  await hosted.close()
})

const callsOf = (operation: string) => hosted.calls.filter((call) => call.operation === operation)
const buyersOf = (operation: string) =>
  callsOf(operation).map(({ headers }) => headers['shopify-storefront-buyer-ip'])

test('a checkout carries its buyer’s address, and the catalogue nobody’s', async () => {
  const visitor = shop.browser({ 'X-Forwarded-For': '203.0.113.7' })
  await visitor.visit('/us/product/magical-af-mug')
  await visitor.post('/us/cart', new URLSearchParams({ intent: 'add', handle: 'magical-af-mug' }))
  await visitor.fetch('/us/checkout', { method: 'POST' })
  for (const operation of ['cartCreate', 'CheckVariants'])
    expect(buyersOf(operation), operation).toEqual(['203.0.113.7'])
  const ofCatalogue = ['GetProducts', 'GetProductByHandle'].flatMap(buyersOf)
  expect(ofCatalogue.length).toBeGreaterThan(10)
  expect(new Set(ofCatalogue)).toEqual(new Set([undefined]))
  for (const { headers } of callsOf('cartCreate')) {
    expect(headers['shopify-storefront-private-token']).toBe('a private token')
    expect(headers['x-shopify-storefront-access-token']).toBeUndefined()
  }
})
