import { describe, expect, it } from 'vitest'
import { createMemoryStore } from './catalogue-cache.server.ts'
import { createRedisStore } from './redis-store.server.ts'

function fakeRedis() {
  const texts = new Map<string, string>()
  const kept = new Map<string, number>()
  const state = { down: false, reads: 0 }
  const refuse = () => Promise.reject(new Error('connection lost'))
  return {
    texts,
    kept,
    state,
    async get(key: string) {
      state.reads += 1
      return state.down ? refuse() : (texts.get(key) ?? null)
    },
    async set(key: string, value: string, _unit: 'PX', keptMs: number) {
      kept.set(key, keptMs)
      return state.down ? refuse() : texts.set(key, value)
    },
  }
}

const entry = { value: ['a'], at: 1_000, freshMs: 100, mark: 'm' }

describe('the shared store', () => {
  it('gives one instance what another has read', async () => {
    const redis = fakeRedis()
    await createRedisStore(redis, () => 1_000).set('products:us:12', entry)
    expect(await createRedisStore(redis, () => 1_000).get('products:us:12')).toEqual(entry)
  })

  it('asks no further while its own copy is fresh, and takes a newer one later', async () => {
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

  it('takes what is newer than its own copy when the clock was put back', async () => {
    const redis = fakeRedis()
    const clock = { at: 1_000 }
    const store = createRedisStore(redis, () => clock.at)
    await store.set('k', entry)
    clock.at = 500
    await store.get('k')
    expect(redis.state.reads).toBe(1)
  })

  it('lets go at once of what anybody can make many of, and keeps the catalogue for days', async () => {
    const redis = fakeRedis()
    const store = createRedisStore(redis, () => 1_000)
    await store.set('product:us:magic-wand', entry)
    await store.set('product:us:made-up', { ...entry, value: null })
    await store.set('discount:made-up', entry)
    expect([...redis.kept.values()]).toEqual([7 * 24 * 3_600_000, entry.freshMs, entry.freshMs])
  })

  it('lives on its own copy while Redis is down or talks nonsense', async () => {
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
  it('keeps the catalogue however many unknown handles and codes are asked for', async () => {
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
