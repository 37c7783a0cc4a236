import { z } from 'zod'
import {
  type CacheEntry,
  type CacheStore,
  createMemoryStore,
  isTransient,
  isWithin,
} from './catalogue-cache.server.ts'

/** The part of `ioredis` that is used. */
export type RedisCommands = {
  get(key: string): Promise<string | null>
  set(key: string, value: string, unit: 'PX', milliseconds: number): Promise<unknown>
}

/** Increase the number when the format of cached values changes. */
const PREFIX = 'wb:storefront:1:'
/**
 * How long the catalogue stays available during an outage. Transient entries expire when they are not fresh any more.
 */
const EXPIRY_MS = 7 * 24 * 3_600_000
const storedEntry = z.object({ value: z.unknown(), at: z.number(), freshMs: z.number(), mark: z.string() })

function parseEntry(text: string | null): CacheEntry | undefined {
  if (text === null) return undefined
  try {
    return storedEntry.parse(JSON.parse(text))
  } catch {
    return undefined
  }
}

/**
 * A cache store that instances share through Redis. A copy in process is used while it is fresh, and during an outage
 * of Redis.
 * Product: 3 Configuration
 */
export function createRedisStore(
  redis: RedisCommands,
  now: () => number,
  memory: CacheStore = createMemoryStore(),
): CacheStore {
  return {
    async get(key) {
      const own = await memory.get(key)
      if (own && isWithin(own.freshMs, own.at, now())) return own
      const shared = parseEntry(await redis.get(PREFIX + key).catch(() => null))
      if (!shared || (own && own.at >= shared.at)) return own
      await memory.set(key, shared)
      return shared
    },
    async set(key, entry) {
      await memory.set(key, entry)
      const expiryMs = isTransient(key, entry) ? entry.freshMs : EXPIRY_MS
      await redis.set(PREFIX + key, JSON.stringify(entry), 'PX', expiryMs)
    },
  }
}
