import { createHash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import type { Log } from '../log.server.ts'

/** One stored reply: plain data, so that any store of text can keep it. */
export type CacheEntry = {
  readonly value: unknown
  /** When it was read from upstream, ms since the epoch. */
  readonly at: number
  readonly freshMs: number
  /** Fingerprint of the value: tells a change from a repetition. */
  readonly mark: string
}

/** Where entries are kept. A failing store is treated as an empty one. */
export type CacheStore = {
  get(key: string): CacheEntry | undefined | Promise<CacheEntry | undefined>
  set(key: string, entry: CacheEntry): unknown
}

export type FreshCacheOptions = {
  readonly store: CacheStore
  readonly now: () => number
  readonly log: Pick<Log, 'warn'>
  /** Told when the value behind a key has become another one. */
  readonly onChange: (key: string) => void
}

export type Load<T> = {
  readonly key: string
  readonly load: () => Promise<T>
  /** How long a value is served without asking again, ms; by value, so that "nothing there" can be shorter. */
  readonly freshMs: (value: T) => number
  /** How long after that it is still served at once, while a new one is fetched, ms. */
  readonly staleMs: number
}

/** After a failure upstream is left alone for this long. */
const PAUSE_MS = 3_000

/** Whether less than `ms` have gone by since `at`. A moment to come was written down before the clock was put back. */
export function isWithin(ms: number, at: number, now: number): boolean {
  return now >= at && now - at < ms
}

/** Answers that anybody can make many of must not push out the catalogue. */
export function isPassing(key: string, entry: CacheEntry): boolean {
  return entry.value === null || key.startsWith('discount:')
}

/** An in-process store, bounded in entries; old entries stay as the last good ones. */
export function createMemoryStore(max = 1_000): CacheStore {
  const lasting = new LRUCache<string, CacheEntry>({ max })
  const passing = new LRUCache<string, CacheEntry>({ max })
  return {
    get: (key) => lasting.get(key) ?? passing.get(key),
    set(key, entry) {
      lasting.delete(key)
      passing.delete(key)
      ;(isPassing(key, entry) ? passing : lasting).set(key, entry)
    },
  }
}

/**
 * Caches replies: fresh ones are served as they are; stale ones are served at once while a new one is fetched; older
 * ones only when fetching fails (last good). Many callers share one fetch; after a failure upstream is given a pause.
 * Own code rather than a library, because a last good value must keep its age and the clock must be ours.
 */
export function createFreshCache({ store, now, log, onChange }: FreshCacheOptions) {
  const underway = new Map<string, Promise<unknown>>()
  const failures = new Map<string, { readonly at: number; readonly error: unknown }>()
  const marks = new LRUCache<string, string>({ max: 2_000 })
  let misses = 0

  async function read(key: string): Promise<CacheEntry | undefined> {
    try {
      const entry = await store.get(key)
      if (entry) {
        notice(key, entry.mark)
        // Another instance that shares the store has fetched it since.
        if (entry.at > (failures.get(key)?.at ?? Infinity)) failures.delete(key)
      }
      return entry
    } catch (error) {
      log.warn({ err: error }, 'catalogue cache cannot be read')
      return undefined
    }
  }

  function notice(key: string, mark: string): void {
    const before = marks.get(key)
    marks.set(key, mark)
    if (before !== undefined && before !== mark) onChange(key)
  }

  async function write(key: string, entry: CacheEntry): Promise<void> {
    try {
      await store.set(key, entry)
    } catch (error) {
      log.warn({ err: error }, 'catalogue cache cannot be written')
    }
    notice(key, entry.mark)
  }

  async function fetchFresh<T>({ key, load, freshMs }: Load<T>): Promise<T> {
    try {
      const value = await load()
      failures.delete(key)
      const mark = createHash('sha1')
        .update(JSON.stringify(value) ?? '')
        .digest('base64url')
      await write(key, { value, at: now(), freshMs: freshMs(value), mark })
      return value
    } catch (error) {
      if (failures.size > 500) failures.clear()
      failures.set(key, { at: now(), error })
      throw error
    } finally {
      underway.delete(key)
    }
  }

  function refresh<T>(wanted: Load<T>): Promise<T> {
    const known = underway.get(wanted.key)
    if (known) return known as Promise<T>
    const fresh = fetchFresh(wanted)
    underway.set(wanted.key, fresh)
    return fresh
  }

  function missed(error: unknown): never {
    misses += 1
    throw error
  }

  return {
    /** The value of a key by the rules above. @throws what `load` throws, when there is no last good value */
    async get<T>(wanted: Load<T>): Promise<T> {
      const entry = await read(wanted.key)
      const value = entry?.value as T
      const age = entry ? now() - entry.at : 0
      if (entry && isWithin(entry.freshMs, entry.at, now())) return value
      const failure = failures.get(wanted.key)
      if (failure && isWithin(PAUSE_MS, failure.at, now())) {
        if (entry) return value
        return missed(failure.error)
      }
      const isFirst = !underway.has(wanted.key)
      const fresh = refresh(wanted)
      if (!entry)
        return fresh.catch((error: unknown) => {
          // Once for all who wait: a wrong token shows nowhere else but in pages without products.
          if (isFirst) log.warn({ err: error }, 'no catalogue to serve')
          return missed(error)
        })
      const lastGood = fresh.catch((error: unknown) => {
        log.warn({ err: error, ageMs: age }, 'serving the last good catalogue')
        return value
      })
      return age < entry.freshMs + wanted.staleMs ? value : lastGood
    },
    /** How many reads had no value to give. */
    misses: (): number => misses,
    /** What is stored now, whatever its age. */
    peek: read,
    /** True while the last attempt to fetch the key, by any instance that shares the store, has failed. */
    isFailing: (key: string): boolean => failures.has(key),
  }
}

export type FreshCache = ReturnType<typeof createFreshCache>
