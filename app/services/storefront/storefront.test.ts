import { afterAll, describe, expect, it, onTestFinished } from 'vitest'
import { createTestStore, openStorefront, openTestStore } from '#tests/support/embedded-store.ts'
import { silentLog } from '#tests/support/silent-log.ts'
import { createMemoryStore } from '../fresh/fresh-cache.server.ts'
import { createStorefront } from './storefront.server.ts'

const shop = createTestStore()
const { store } = shop
afterAll(() => store.close())

describe('the catalogue', () => {
  it('reads variants for the cart in one request, and caches them', async () => {
    const { storefront, calls } = openStorefront(shop)
    const wands = await storefront.getProduct('us', 'magic-wand')
    const elder = wands?.variants[0]?.id ?? ''
    const tote = 'gid://shopify/ProductVariant/46510000006002'
    const unknown = 'gid://shopify/ProductVariant/46510000099999'
    const variants = await storefront.getVariants('us', [elder, tote, unknown, elder])
    expect([...variants.keys()]).toEqual([elder, tote])
    expect(variants.get(tote)).toMatchObject({
      productTags: expect.arrayContaining(['merch']),
      image: { url: '/products/tote-midnight-1280.jpg' },
    })
    await storefront.getVariants('us', [elder, tote, unknown])
    expect(calls()).toBe(2)
  })

  it('checks availability in a country without any cache', async () => {
    const { storefront, calls } = openStorefront(shop)
    const ids = ['46510000004001', '46510000004006', '46510000099999'].map(
      (n) => `gid://shopify/ProductVariant/${n}`,
    )
    for (const [country, available] of [
      ['FR', [true, true, false]],
      ['US', [true, false, false]],
      ['CA', [false, false, false]],
      ['US', [true, false, false]],
    ] as const)
      expect((await storefront.checkVariants(ids, country)).map((v) => v.availableForSale)).toEqual(available)
    expect(calls()).toBe(4)
  })

  it('leaves out invalid entries of a list and prices in another currency only', async () => {
    const variant = {
      ...{ id: 'gid://shopify/ProductVariant/2', title: 'x', availableForSale: true },
      price: { amount: '5', currencyCode: 'EUR' },
    }
    const product = {
      ...{ id: 'gid://shopify/Product/1', handle: 'a', title: 'A', description: '' },
      tags: ['market: us', 'Market:UK'],
      images: { edges: [{ node: null }] },
      variants: { edges: [{ node: variant }] },
    }
    const edges = [{ node: { id: 7 } }, { node: product }]
    const invalid = createStorefront({
      url: 'https://odd.test/api/2025-07/graphql.json',
      token: 't',
      log: silentLog,
      fetch: async () => Response.json({ data: { products: { edges } } }),
    })
    const products = await invalid.getProducts('us')
    expect(products).toMatchObject([{ handle: 'a', images: [], variants: [{ price: null }] }])
  })

  it('is refreshed at once for one notice, and once for all that follow within a second', async () => {
    const cache = createMemoryStore()
    const { storefront } = openStorefront(shop, { store: cache, pause: async () => undefined })
    await storefront.refresh()
    expect(cache.generation()).toBe(1)
    await Promise.all([storefront.refresh(), storefront.refresh(), storefront.refresh()])
    expect(cache.generation()).toBe(2)
  })

  it('is kept for five minutes, what it lacks for half of one', async () => {
    const untouched = openTestStore()
    const clock = { at: 1_000_000 }
    const { storefront, calls } = openStorefront(untouched, { now: () => clock.at })
    const read = (handle: string) => storefront.getProduct('us', handle)
    for (const [passed, handle, expected] of [
      [0, 'magic-wand', 1],
      [0, 'not-yet', 2],
      [29_999, 'not-yet', 2],
      [1, 'not-yet', 3],
      [269_999, 'magic-wand', 3],
      [1, 'magic-wand', 4],
    ] as const) {
      clock.at += passed
      await read(handle)
      await expect.poll(calls).toBe(expected)
    }
  })

  it('is warm after a start: every list and product survives an outage, and then a notice', async () => {
    const { storefront } = openStorefront(shop)
    await storefront.warmUp()
    // Every request is refused, and none is tried again.
    onTestFinished(store.faults.inject({ kind: 'status', status: 400 }))
    expect(await storefront.getProducts('uk')).toHaveLength(6)
    expect((await storefront.getVariants('us', ['gid://shopify/ProductVariant/46510000007001'])).size).toBe(1)
    await storefront.refresh()
    expect((await storefront.getProduct('uk', 'vol-i-phoenix-edition'))?.variants).toHaveLength(11)
    expect(await storefront.isListFailing('uk')).toBe(true)
  })
})
