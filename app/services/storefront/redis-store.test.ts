import { EventEmitter } from 'node:events'
import type { Redis } from 'ioredis'
import { describe, expect, it } from 'vitest'
import { createRedisStore } from './redis-store.server.ts'

/** It listens to itself. */
function fakeRedis() {
  const texts = new Map<string, string>()
  const state = { down: false, reads: 0 }
  const refuse = () => Promise.reject(new Error('connection lost'))
  const events = new EventEmitter()
  return Object.assign(events, {
    texts,
    state,
    subscribe: async () => 1,
    publish: async (channel: string, message: string) => events.emit('message', channel, message),
    async get(key: string) {
      state.reads += 1
      return state.down ? refuse() : (texts.get(key) ?? null)
    },
    async set(key: string, value: string | number) {
      return state.down ? refuse() : texts.set(key, String(value))
    },
  })
}

const entry = { value: ['a'], at: 1_000, freshMs: 100, generation: 0 }

/** Another instance's store, on the same Redis. */
function storeOn(redis: ReturnType<typeof fakeRedis>, now: () => number, listener: object = redis) {
  return createRedisStore(redis as unknown as Redis, listener as Redis, now)
}

describe('the Redis store', () => {
  it('reads from Redis what another instance has stored, but not while its own copy is fresh', async () => {
    const redis = fakeRedis()
    const clock = { at: 1_000 }
    const [store, other] = [storeOn(redis, () => clock.at), storeOn(redis, () => clock.at)]
    await store.set('k', entry)
    expect([await store.get('k'), redis.state.reads]).toEqual([entry, 0])
    expect([await other.get('k'), redis.state.reads]).toEqual([entry, 1])
    await other.set('k', { ...entry, at: 1_500, value: ['b'] })
    // Stale, or the clock was set back.
    for (const at of [1_600, 500]) {
      clock.at = at
      expect(await store.get('k')).toMatchObject({ value: ['b'] })
    }
  })

  it('tells every instance of a new generation, later than all before, at once or when it is connected again', async () => {
    const redis = fakeRedis()
    const [here, behind] = [storeOn(redis, () => 1_000), storeOn(redis, () => 10)]
    const deaf = storeOn(redis, () => 1_000, { subscribe: async () => 1, on: () => undefined })
    await here.renew()
    expect([here.generation(), behind.generation(), deaf.generation()]).toEqual([1_000, 1_000, 0])
    await behind.renew()
    expect([here.generation(), behind.generation()]).toEqual([1_001, 1_001])
    redis.emit('ready')
    await expect.poll(deaf.generation).toBe(1_001)
    redis.state.down = true
    await expect(here.renew()).rejects.toThrow('connection lost')
    expect(here.generation()).toBe(1_002)
  })

  it('uses its own copy while Redis is down or returns invalid entries', async () => {
    const redis = fakeRedis()
    const store = storeOn(redis, () => 9_000)
    await store.set('k', entry)
    redis.state.down = true
    expect(await store.get('k')).toEqual(entry)
    redis.state.down = false
    redis.texts.set('wb:storefront:3:k', '{"value":')
    expect(await store.get('k')).toEqual(entry)
  })
})
