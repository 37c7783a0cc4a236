import { beforeEach, describe, expect, test } from 'vitest'
import {
  type CacheStore,
  createFreshCache,
  createMemoryStore,
  isWholeSoFar,
  watchMissing,
} from './fresh-cache.server.ts'

const KEY = 'list'
const FRESH_MS = 300_000
const STALE_MS = 3_600_000
/** After it, a key is tried again. */
const PAUSE_MS = 3_000

let now: number
let loads: number
let source: () => Promise<unknown>
let messages: string[]

beforeEach(() => {
  now = 1_000_000_000
  loads = 0
  source = async () => 'first'
  messages = []
})

const gone = () => Promise.reject(new Error('gone'))

function open(store: CacheStore = createMemoryStore()) {
  const cache = createFreshCache({
    store,
    now: () => now,
    log: { warn: (_: unknown, message?: unknown) => void messages.push(String(message)) },
    content: 'things',
  })
  const get = () =>
    cache.get({
      key: KEY,
      load: () => {
        loads += 1
        return source()
      },
      freshMs: () => FRESH_MS,
      staleMs: STALE_MS,
    })
  return { ...cache, get, renew: store.renew }
}

describe('a value', () => {
  test('is fetched once for all that ask while it is fresh', async () => {
    const cache = open()
    expect(await Promise.all([cache.get(), cache.get()])).toEqual(['first', 'first'])
    now += FRESH_MS - 1
    await cache.get()
    expect(loads).toBe(1)
  })

  test.each([
    ['once it is stale', FRESH_MS],
    ['when the clock was set back', -1],
  ])('%s, is served at once and fetched meanwhile', async (_, passed) => {
    const cache = open()
    await cache.get()
    now += passed
    source = async () => 'second'
    expect(await cache.get()).toBe('first')
    await expect.poll(cache.get).toBe('second')
    expect(loads).toBe(2)
  })

  test('that is older is fetched before it is served, and served although it cannot be stored', async () => {
    const cache = open({ ...createMemoryStore(), set: gone })
    expect(await cache.get()).toBe('first')
    expect(messages).toEqual(['things cannot be kept'])
    const kept = open()
    await kept.get()
    now += FRESH_MS + STALE_MS
    source = async () => 'second'
    expect(await kept.get()).toBe('second')
  })
})

describe('in an outage', () => {
  test('the last good value of any age is served, and fetching it is tried again after a pause', async () => {
    const cache = open()
    await cache.get()
    now += 10 * STALE_MS
    source = gone
    expect(await cache.get()).toBe('first')
    expect([await cache.isFailing(KEY), messages]).toEqual([true, ['serving the last good things']])
    await cache.get()
    expect(loads).toBe(2)
    now += PAUSE_MS
    source = async () => 'second'
    expect(await cache.get()).toBe('second')
    expect(await cache.isFailing(KEY)).toBe(false)
  })

  test('without a good value all get the error, which is logged once', async () => {
    const cache = open()
    source = gone
    const ask = () => watchMissing(() => cache.get().catch(String))
    const all = await Promise.all([ask(), ask(), watchMissing(async () => 'nothing read')])
    expect(all.map(({ isComplete }) => isComplete)).toEqual([false, false, true])
    expect(await ask()).toEqual({ value: 'Error: gone', isComplete: false })
    const soFar = () =>
      watchMissing(async () => [isWholeSoFar(), await cache.get().catch(() => isWholeSoFar())])
    expect([(await soFar()).value, isWholeSoFar()]).toEqual([[true, false], false])
    expect([loads, messages]).toEqual([1, ['no things to serve']])
  })

  test('the key does not fail any more when another instance that shares the store has fetched it', async () => {
    const store = createMemoryStore()
    const [cache, other] = [open(store), open(store)]
    await cache.get()
    now += 2 * STALE_MS
    source = gone
    await cache.get()
    now += 1
    source = async () => 'second'
    await other.get()
    expect(await cache.isFailing(KEY)).toBe(false)
  })
})

describe('in a new generation', () => {
  test('a value is fetched before it is served, and what began to be fetched before neither stands nor is kept for an outage', async () => {
    const cache = open()
    const slow = Promise.withResolvers<string>()
    source = () => slow.promise
    const early = cache.get()
    await expect.poll(() => loads).toBe(1)
    await cache.renew()
    source = async () => 'second'
    expect(await cache.get()).toBe('second')
    slow.resolve('first')
    await early
    expect(await cache.get()).toBe('second')
    await cache.renew()
    source = async () => 'third'
    expect(await cache.get()).toBe('third')
    await cache.renew()
    source = gone
    expect(await cache.get()).toBe('third')
  })

  test('only the first that asks waits for a source that hangs', async () => {
    const cache = open()
    await cache.get()
    await cache.renew()
    source = gone
    await cache.get()
    now += PAUSE_MS
    source = () => new Promise(() => {})
    expect(await cache.get()).toBe('first')
    expect(loads).toBe(3)
  })
})

test('the store does not evict what is kept for what visitors can make up', async () => {
  const store = createMemoryStore(5)
  const entry = { value: 'first', at: 0, freshMs: 1, generation: 0 }
  await store.set(KEY, entry)
  for (let made = 0; made < 50; made++) {
    await store.set(`missing:${made}`, { ...entry, value: null })
    await store.set(`transient:${made}`, entry)
  }
  expect(await store.get(KEY)).toEqual(entry)
  await store.set(KEY, { ...entry, value: null })
  expect(await store.get(KEY)).toMatchObject({ value: null })
})
