import { LRUCache } from 'lru-cache'
import { z } from 'zod'

/** A cached reply, as plain data that can be stored as JSON. */
export const cacheEntry = z.object({
  value: z.unknown(),
  /** When it was fetched, ms since the epoch. */
  at: z.number(),
  freshMs: z.number(),
  /** Hash of the value, to detect changes. */
  mark: z.string(),
  /** The store's generation when it began to be fetched. */
  generation: z.number(),
})
export type CacheEntry = z.output<typeof cacheEntry>

export type CacheStore = {
  /** @returns nothing while the storage fails, too */
  get(key: string): CacheEntry | undefined | Promise<CacheEntry | undefined>
  set(key: string, entry: CacheEntry): unknown
  /** Grows whenever everything has to be fetched anew. Entries of an earlier one are kept for an outage only. */
  generation(): number
  /** Calls back when a new generation has begun, here or at another that shares the store. */
  onGeneration(listener: () => void): void
  /**
   * Begins a new generation, for all that share the store, unless all notices are known.
   * @returns whether there is a new one
   * @throws when the others could not be told; it has begun here nevertheless
   */
  renew(notices: readonly string[]): Promise<boolean>
}

/** Whether `at` is less than `ms` ago. A time in the future, from before the clock was set back, is not. */
export function isWithin(ms: number, at: number, now: number): boolean {
  return now >= at && now - at < ms
}

/** Begins the keys of which visitors can create any number. */
export const TRANSIENT = 'transient:'

/** Whether visitors can create any number of such entries, which must not evict the others. */
export function isTransient(key: string, entry: CacheEntry): boolean {
  return entry.value === null || key.startsWith(TRANSIENT)
}

/** An in-process store, bounded in entries. Entries do not expire, so that the last good value stays available. */
export function createMemoryStore(max = 1_000): CacheStore {
  const persistent = new LRUCache<string, CacheEntry>({ max })
  const transient = new LRUCache<string, CacheEntry>({ max })
  const known = new LRUCache<string, true>({ max })
  const listeners: (() => void)[] = []
  let generation = 0
  return {
    generation: () => generation,
    onGeneration: (listener) => void listeners.push(listener),
    async renew(given) {
      const isKnown = given.every((notice) => known.has(notice))
      for (const notice of given) known.set(notice, true)
      if (isKnown) return false
      generation += 1
      for (const listener of listeners) listener()
      return true
    },
    get: (key) => persistent.get(key) ?? transient.get(key),
    set(key, entry) {
      persistent.delete(key)
      transient.delete(key)
      ;(isTransient(key, entry) ? transient : persistent).set(key, entry)
    },
  }
}
