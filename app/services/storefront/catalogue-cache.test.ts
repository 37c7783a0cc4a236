import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { createTestStore, openStorefront, QUIET } from '../../../tests/support/embedded-store.ts'
import { createMemoryStore } from './catalogue-cache.server.ts'

const shop = createTestStore()
const { store } = shop
afterAll(() => store.close())
beforeEach(() => store.faults.clear())

const MINUTE = 60_000

function setUp({ log = QUIET, clock = { at: 1_000_000 }, cache = createMemoryStore() } = {}) {
  return { clock, ...openStorefront(shop, { store: cache, now: () => clock.at, log }) }
}

describe('the cache', () => {
  it('sends one request for many visitors, and no other for five minutes', async () => {
    const { storefront, clock, calls } = setUp()
    await Promise.all(Array.from({ length: 20 }, () => storefront.getProducts('us', { first: 12 })))
    clock.at += 5 * MINUTE - 1
    await storefront.getProducts('us', { first: 12 })
    expect(calls()).toBe(1)
  })

  it('is not used any more once the store has told of a change, but for an outage', async () => {
    const { storefront, calls } = setUp()
    await storefront.getProduct('us', 'magic-wand')
    await storefront.refresh('one')
    await storefront.getProduct('us', 'magic-wand')
    const refreshed = calls()
    expect(refreshed).toBeGreaterThan(1)
    await storefront.warmUp()
    const warm = calls()
    await storefront.refresh('one')
    await storefront.getProduct('us', 'magic-wand')
    expect(calls()).toBe(warm)
    store.faults.inject({ kind: 'unreachable' })
    await storefront.refresh('two')
    expect((await storefront.getProduct('us', 'magic-wand'))?.handle).toBe('magic-wand')
  })

  it('is refreshed at once for one notice, and once for all that follow within a second', async () => {
    const cache = createMemoryStore()
    const { storefront } = setUp({ cache })
    await storefront.refresh('first')
    expect(cache.generation()).toBe(1)
    await Promise.all(['second', 'third', 'fourth'].map(storefront.refresh))
    expect(cache.generation()).toBe(2)
  })

  it('serves a stale list at once and refreshes it in the background', async () => {
    const { storefront, clock, calls } = setUp()
    await storefront.getProducts('us', { first: 50 })
    clock.at += 6 * MINUTE
    store.faults.inject({ kind: 'slow', delayMs: 200 })
    await storefront.getProducts('us', { first: 50 })
    expect((await storefront.snapshot('us'))?.ageMs).toBe(6 * MINUTE)
    store.faults.clear()
    await expect.poll(() => storefront.snapshot('us')).toEqual({ ageMs: 0, failing: false })
    expect(calls()).toBe(2)
  })

  it('treats its values as stale when the clock was set back', async () => {
    const { storefront, clock, calls } = setUp()
    await storefront.getProducts('us', { first: 50 })
    clock.at -= 60 * MINUTE
    await storefront.getProducts('us', { first: 50 })
    await expect.poll(() => storefront.snapshot('us')).toEqual({ ageMs: 0, failing: false })
    expect(calls()).toBe(2)
  })

  it('does not extend the pause after a failure when the clock was set back', async () => {
    const { storefront, clock } = setUp()
    store.faults.inject({ kind: 'status', status: 400 })
    await expect(storefront.getProducts('us', { first: 50 })).rejects.toThrow('GetProducts')
    store.faults.clear()
    clock.at -= 60 * MINUTE
    expect(await storefront.getProducts('us', { first: 50 })).not.toEqual([])
  })

  it('serves the last good list of any age during an outage, and reports its age', async () => {
    const { storefront, clock } = setUp()
    await storefront.getProducts('us', { first: 50 })
    clock.at += 26 * 60 * MINUTE
    store.faults.inject({ kind: 'status', status: 400 })
    expect(await storefront.getProducts('us', { first: 50 })).toHaveLength(7)
    expect(await storefront.snapshot('us')).toEqual({ ageMs: 26 * 60 * MINUTE, failing: true })
  })

  it('is not failing any more when another instance that shares the cache has fetched the list', async () => {
    const cache = createMemoryStore()
    const { storefront, clock } = setUp({ cache })
    const other = setUp({ cache, clock }).storefront
    await storefront.getProducts('us', { first: 50 })
    clock.at += 26 * 60 * MINUTE
    store.faults.inject({ kind: 'status', status: 400 })
    await storefront.getProducts('us', { first: 50 })
    store.faults.clear()
    expect(await storefront.snapshot('us')).toMatchObject({ failing: true })
    clock.at += 1_000
    await other.getProducts('us', { first: 50 })
    expect(await storefront.snapshot('us')).toEqual({ ageMs: 0, failing: false })
  })

  it('logs once that there is nothing to serve, however many callers wait', async () => {
    const messages: unknown[] = []
    const { storefront } = setUp({ log: { ...QUIET, warn: (...line: unknown[]) => messages.push(line[1]) } })
    store.faults.inject({ kind: 'status', status: 401 })
    await Promise.allSettled(Array.from({ length: 5 }, () => storefront.getProducts('us', { first: 50 })))
    expect(messages).toEqual(['no catalogue to serve'])
  })

  it('caches a missing product for a shorter time', async () => {
    const { storefront, clock, calls } = setUp()
    await storefront.getProduct('us', 'not-yet')
    await storefront.getProduct('us', 'not-yet')
    expect(calls()).toBe(1)
    clock.at += MINUTE
    await storefront.getProduct('us', 'not-yet')
    await expect.poll(calls).toBe(2)
  })

  it('is warm after a start: every list and product survives an outage', async () => {
    const { storefront } = setUp()
    await storefront.warmUp()
    store.faults.inject({ kind: 'unreachable' })
    expect(await storefront.getProducts('uk', { first: 12 })).toHaveLength(7)
    expect((await storefront.getProduct('uk', 'vol-i-phoenix-edition'))?.variants).toHaveLength(11)
    expect((await storefront.getVariants('us', ['gid://shopify/ProductVariant/46510000007001'])).size).toBe(1)
  })

  it('works while nothing can be stored', async () => {
    const set = () => Promise.reject(new Error('down'))
    const { storefront } = setUp({ cache: { ...createMemoryStore(), set } })
    expect(await storefront.getProducts('us', { first: 12 })).toHaveLength(7)
  })
})
