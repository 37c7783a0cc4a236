import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { emptyCart } from '#app/models/cart.ts'
import { createTestStore, openStorefront } from '#tests/support/embedded-store.ts'
import { createMemoryStore } from '../fresh/fresh-cache.server.ts'

const shop = createTestStore()
const { store } = shop
afterAll(() => store.close())
beforeEach(() => store.faults.clear())

const MINUTE = 60_000

function setUp() {
  const clock = { at: 1_000_000 }
  const cache = createMemoryStore()
  const options = { store: cache, now: () => clock.at, pause: async () => undefined }
  return { clock, cache, ...openStorefront(shop, options) }
}

/** Every request is refused, and none is tried again. */
const stopStore = () => store.faults.inject({ kind: 'status', status: 400 })

it('checks of made-up codes push nothing out of the catalogue', async () => {
  const { storefront, calls } = openStorefront(shop, { store: createMemoryStore(5), now: Date.now })
  const read = () => storefront.getProduct('us', 'magic-wand')
  await read()
  const lines = [{ variantId: 'gid://shopify/ProductVariant/46510000007001', quantity: 1 }]
  for (let at = 0; at < 12; at++)
    await storefront.checkDiscountCodes({ ...emptyCart('us'), lines, discountCode: `made-up-${at}` })
  const before = calls()
  await read()
  expect(calls()).toBe(before)
})

describe('the catalogue', () => {
  it('is refreshed at once for one notice, and once for all that follow within a second', async () => {
    const { storefront, cache } = setUp()
    await storefront.refresh()
    expect(cache.generation()).toBe(1)
    await Promise.all([storefront.refresh(), storefront.refresh(), storefront.refresh()])
    expect(cache.generation()).toBe(2)
  })

  it('is warm after a start: every list and product survives an outage, and then a notice', async () => {
    const { storefront } = setUp()
    await storefront.warmUp()
    stopStore()
    expect(await storefront.getProducts('uk')).toHaveLength(6)
    expect((await storefront.getVariants('us', ['gid://shopify/ProductVariant/46510000007001'])).size).toBe(1)
    await storefront.refresh()
    expect((await storefront.getProduct('uk', 'vol-i-phoenix-edition'))?.variants).toHaveLength(11)
  })

  it('is told to be failing where the last attempt to refresh it has failed', async () => {
    const { storefront, clock } = setUp()
    await storefront.getProducts('us')
    expect(await storefront.isListFailing('us')).toBe(false)
    clock.at += 26 * 60 * MINUTE
    stopStore()
    await storefront.getProducts('us')
    expect(await storefront.isListFailing('us')).toBe(true)
  })

  it('is kept for five minutes, what it lacks for less than one', async () => {
    const { storefront, clock, calls } = setUp()
    const read = () => storefront.getProduct('us', 'magic-wand')
    const readMissing = () => storefront.getProduct('us', 'not-yet')
    await Promise.all([read(), readMissing()])
    clock.at += MINUTE
    await Promise.all([read(), readMissing()])
    await expect.poll(calls).toBe(3)
    clock.at += 4 * MINUTE - 1
    await read()
    expect(calls()).toBe(3)
    clock.at += 1
    await read()
    await expect.poll(calls).toBe(4)
  })
})
