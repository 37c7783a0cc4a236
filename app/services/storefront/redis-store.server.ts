import { once } from 'node:events'
import type { Redis } from 'ioredis'
import { parseJson } from '#supabase/functions/_shared/text/text.ts'
import {
  type CacheEntry,
  type CacheStore,
  cacheEntry,
  createMemoryStore,
  isTransient,
  isWithin,
} from '../fresh/fresh-cache.server.ts'
import type { Log } from '../log/log.server.ts'

/** Increase the number when the format of cached values changes. */
const PREFIX = 'wb:storefront:3:'
/** Key of the current generation, and the channel on which it is told. */
const GENERATION = `${PREFIX}generation`

/** How long the catalogue outlives an outage. Transient entries end with their freshness. */
const EXPIRY_MS = 7 * 24 * 3_600_000

/**
 * A cache store that instances share through Redis. A copy in process is used while it is fresh, and during an outage
 * of Redis. All instances listen for a new generation; what one misses while its connection is lost, it reads afterwards.
 * Generations are times, so that they grow also after Redis has lost its data.
 * Product: 3 Configuration
 * @param listener a connection of its own, which can do nothing else
 */
export function createRedisStore(redis: Redis, listener: Redis, now: () => number): CacheStore {
  const memory = createMemoryStore()
  const { begin, generation } = memory
  const hear = (told: unknown) => begin(Number(told) || 0)

  listener.on('message', (_, told) => hear(told))
  // What was told while either connection was lost.
  const learn = () => void redis.get(GENERATION).then(hear, () => undefined)
  redis.on('ready', learn)
  listener.on('ready', learn)
  // Repeated by the client library whenever it connects again.
  listener.subscribe(GENERATION).catch(() => undefined)

  const isFresh = (entry: CacheEntry) =>
    entry.generation >= generation() && isWithin(entry.freshMs, entry.at, now())
  const isNewer = (shared: CacheEntry, own: CacheEntry) =>
    shared.generation === own.generation ? shared.at > own.at : shared.generation > own.generation

  return {
    ...memory,
    async renew() {
      const next = Math.max(now(), generation() + 1)
      begin(next)
      await redis.set(GENERATION, next)
      await redis.publish(GENERATION, String(next))
    },
    async get(key) {
      const own = memory.get(key)
      if (own && isFresh(own)) return own
      const stored = await redis.get(PREFIX + key).catch(() => null)
      const shared = cacheEntry.safeParse(parseJson(stored ?? '')).data
      if (!shared || (own && !isNewer(shared, own))) return own
      hear(shared.generation)
      memory.set(key, shared)
      return shared
    },
    async set(key, entry) {
      memory.set(key, entry)
      const expiryMs = isTransient(key, entry) ? entry.freshMs : EXPIRY_MS
      await redis.set(PREFIX + key, JSON.stringify(entry), 'PX', expiryMs)
    },
  }
}

/** How long a start waits for Redis. Until it is connected, every instance counts rate limits for itself. */
const REDIS_TIMEOUT_MS = 1_000

/** @returns a connection for commands, one that listens, which can do nothing else, and what a start waits for */
export async function connectRedis(url: string, log: Log) {
  // Loaded on demand, as it takes 50 ms.
  const { Redis } = await import('ioredis')
  const redis = new Redis(url, {
    enableOfflineQueue: false,
    maxRetriesPerRequest: 1,
    connectTimeout: 2_000,
    // Pages must not wait for a Redis that hangs: neither long for one command, nor for every command again.
    commandTimeout: 500,
    socketTimeout: 1_000,
  })
  redis.on('error', (error) => log.warn({ err: error }, 'redis unavailable'))
  // Listens whenever there is a connection, however long it takes.
  const listener = new Redis(url, { connectTimeout: 2_000, maxRetriesPerRequest: null })
  listener.on('error', () => undefined)
  const signal = AbortSignal.timeout(REDIS_TIMEOUT_MS)
  const ready = once(redis, 'ready', { signal }).catch(() => undefined)
  return { redis, listener, ready }
}
