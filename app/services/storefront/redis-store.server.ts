import { z } from 'zod'
import {
  type CacheEntry,
  type CacheStore,
  createMemoryStore,
  isPassing,
  isWithin,
} from './catalogue-cache.server.ts'

/** The two commands that are needed; `ioredis` has them. */
export type RedisCommands = {
  get(key: string): Promise<string | null>
  set(key: string, value: string, unit: 'PX', milliseconds: number): Promise<unknown>
}

/** Raise the number when what is cached takes another shape. */
const PREFIX = 'wb:storefront:1:'
/** How long the catalogue is there for when the storefront is down; what is asked for in passing only while it is fresh. */
const KEPT_MS = 7 * 24 * 3_600_000
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
 * Catalogue replies shared between instances through Redis, with a copy in process that answers while it is fresh,
 * and alone while Redis is down. Product decisions: 3 REDIS_URL
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
      const keptMs = isPassing(key, entry) ? entry.freshMs : KEPT_MS
      await redis.set(PREFIX + key, JSON.stringify(entry), 'PX', keptMs)
    },
  }
}
