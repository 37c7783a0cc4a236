import { describe, expect, it } from 'vitest'
import { createMemoryStore } from './catalogue-cache.server.ts'
import { createRedisStore } from './redis-store.server.ts'

function fakeRedis() {
  const texts = new Map<string, string>()
  const expiries = new Map<string, number>()
  const state = { down: false, reads: 0 }
  const refuse = () => Promise.reject(new Error('connection lost'))
  return {
    texts,
    expiries,
    state,
    async get(key: string) {
      state.reads += 1
      return state.down ? refuse() : (texts.get(key) ?? null)
    },
    async set(key: string, value: string, _unit: 'PX', expiryMs: number) {
      expiries.set(key, expiryMs)
      return state.down ? refuse() : texts.set(key, value)
    },
  }
}

const entry = { value: ['a'], at: 1_000, freshMs: 100, mark: 'm' }

describe('the Redis store', () => {
  it('returns what another instance has stored', async () => {
    const redis = fakeRedis()
    await createRedisStore(redis, () => 1_000).set('products:us:12', entry)
    expect(await createRedisStore(redis, () => 1_000).get('products:us:12')).toEqual(entry)
  })

  it('reads from Redis only when its own copy is not fresh any more', async () => {
    const redis = fakeRedis()
    const clock = { at: 1_000 }
    const store = createRedisStore(redis, () => clock.at)
    await store.set('k', entry)
    await store.get('k')
    expect(redis.state.reads).toBe(0)
    await createRedisStore(redis, () => 1_500).set('k', { ...entry, at: 1_500, value: ['b'] })
    clock.at = 1_600
    expect(await store.get('k')).toMatchObject({ value: ['b'] })
  })

  it('reads from Redis when the clock was set back', async () => {
    const redis = fakeRedis()
    const clock = { at: 1_000 }
    const store = createRedisStore(redis, () => clock.at)
    await store.set('k', entry)
    clock.at = 500
    await store.get('k')
    expect(redis.state.reads).toBe(1)
  })

  it('stores the catalogue for days, but transient entries only while they are fresh', async () => {
    const redis = fakeRedis()
    const store = createRedisStore(redis, () => 1_000)
    await store.set('product:us:magic-wand', entry)
    await store.set('product:us:made-up', { ...entry, value: null })
    await store.set('discount:made-up', entry)
    expect([...redis.expiries.values()]).toEqual([7 * 24 * 3_600_000, entry.freshMs, entry.freshMs])
  })

  it('uses its own copy while Redis is down or returns invalid entries', async () => {
    const redis = fakeRedis()
    const store = createRedisStore(redis, () => 9_000)
    await store.set('k', entry)
    redis.state.down = true
    expect(await store.get('k')).toEqual(entry)
    redis.state.down = false
    redis.texts.set('wb:storefront:1:k', '{"value":')
    expect(await store.get('k')).toEqual(entry)
  })
})

describe('the in-process store', () => {
  it('does not evict the catalogue for unknown handles and codes', async () => {
    const store = createMemoryStore(5)
    await store.set('product:us:magic-wand', entry)
    for (let n = 0; n < 50; n += 1) {
      await store.set(`product:us:${n}`, { ...entry, value: null })
      await store.set(`discount:${n}`, entry)
    }
    expect(await store.get('product:us:magic-wand')).toEqual(entry)
    await store.set('product:us:magic-wand', { ...entry, value: null })
    expect(await store.get('product:us:magic-wand')).toMatchObject({ value: null })
  })
})
