import { AsyncLocalStorage } from 'node:async_hooks'
import { LRUCache } from 'lru-cache'
import { z } from 'zod'
import type { Log } from '../log/log.server.ts'

/** A cached reply, as plain data that can be stored as JSON. */
export const cacheEntry = z.object({
  value: z.unknown(),
  at: z.number(),
  freshMs: z.number(),
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
   * Begins a new generation, for all that share the store.
   * @throws when the others could not be told; it has begun here nevertheless
   */
  renew(): Promise<void>
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
export function createMemoryStore(max = 1_000) {
  const persistent = new LRUCache<string, CacheEntry>({ max })
  const transient = new LRUCache<string, CacheEntry>({ max })
  const listeners: (() => void)[] = []
  let generation = 0
  /** Begins a generation, unless a later one has begun. */
  function begin(next: number): void {
    if (next <= generation) return
    generation = next
    for (const listener of listeners) listener()
  }
  return {
    begin,
    generation: () => generation,
    onGeneration: (listener: () => void) => void listeners.push(listener),
    renew: async () => begin(generation + 1),
    get: (key: string) => persistent.get(key) ?? transient.get(key),
    set(key: string, entry: CacheEntry) {
      persistent.delete(key)
      transient.delete(key)
      ;(isTransient(key, entry) ? transient : persistent).set(key, entry)
    },
  }
}

/** The pages that are made right now, and whether all that they read could be had. */
const readers = new AsyncLocalStorage<{ isComplete: boolean }>()

/** Runs `work`, and tells whether all that it read could be had: what is made from less must not be kept. */
export async function watchMissing<T>(work: () => Promise<T>): Promise<{ value: T; isComplete: boolean }> {
  const reader = { isComplete: true }
  const value = await readers.run(reader, work)
  return { value, isComplete: reader.isComplete }
}

/** Whether this is work of `watchMissing` for which nothing was missing so far. */
export const isWholeSoFar = (): boolean => readers.getStore()?.isComplete === true

type FreshCacheOptions = {
  readonly store: CacheStore
  readonly now: () => number
  readonly log: Pick<Log, 'warn'>
  /** What is kept, for the log. */
  readonly content: string
}

type Load<T> = {
  readonly key: string
  readonly load: () => Promise<T>
  /** How long a value is fresh, ms; depends on the value, so that "not found" can expire sooner. */
  readonly freshMs: (value: T) => number
  /** How long after that it is served while a new one is fetched in the background, ms. */
  readonly staleMs: number
}

type Failure = { readonly at: number; readonly generation: number; readonly error: unknown }

/** How long a key is not fetched again after a failure. */
const PAUSE_MS = 3_000

/**
 * Caches replies, stale-while-revalidate and stale-if-error: fresh ones are served as they are; stale ones at once,
 * while a new one is fetched; older ones, and those of an earlier generation, only when fetching fails (last good).
 * Concurrent callers share one fetch, and after a failure there is a pause. Not a library, because a last good value must
 * keep its age and the clock is injected.
 */
export function createFreshCache({ store, now, log, content }: FreshCacheOptions) {
  const inFlight = new Map<string, Promise<unknown>>()
  const failures = new LRUCache<string, Failure>({ max: 500 })

  async function read(key: string): Promise<CacheEntry | undefined> {
    const entry = await store.get(key)
    // Another instance that shares the store has fetched the key since the failure here.
    if (entry && entry.at > (failures.get(key)?.at ?? Infinity)) failures.delete(key)
    return entry
  }

  async function write(key: string, entry: CacheEntry): Promise<void> {
    // One that began in an earlier generation may end after one of this generation.
    if (((await store.get(key))?.generation ?? entry.generation) > entry.generation) return
    try {
      await store.set(key, entry)
    } catch (error) {
      log.warn({ err: error }, `${content} cannot be kept`)
    }
  }

  /** @param lastGood what is served if it fails */
  async function fetchFresh<T>(
    { key, load, freshMs }: Load<T>,
    generation: number,
    lastGood: CacheEntry | undefined,
  ): Promise<T> {
    try {
      const value = await load()
      failures.delete(key)
      await write(key, { value, at: now(), freshMs: freshMs(value), generation })
      return value
    } catch (error) {
      failures.set(key, { at: now(), generation, error })
      if (lastGood) log.warn({ err: error, ageMs: now() - lastGood.at }, `serving the last good ${content}`)
      // The only other symptom of a wrong token is pages without products.
      else log.warn({ err: error }, `no ${content} to serve`)
      throw error
    }
  }

  /** Fetches a key; concurrent calls share one fetch, unless the generation has changed since it began. */
  function fetchOnce<T>(request: Load<T>, lastGood: CacheEntry | undefined): Promise<T> {
    const generation = store.generation()
    const flight = `${generation} ${request.key}`
    const current = inFlight.get(flight)
    if (current) return current as Promise<T>
    const fresh = fetchFresh(request, generation, lastGood).finally(() => inFlight.delete(flight))
    inFlight.set(flight, fresh)
    return fresh
  }

  function throwMiss(error: unknown): never {
    const reader = readers.getStore()
    if (reader) reader.isComplete = false
    throw error
  }

  return {
    /** The value of a key, by the rules above. @throws what `load` throws, when there is no last good value */
    async get<T>(request: Load<T>): Promise<T> {
      const entry = await read(request.key)
      const value = entry?.value as T
      const age = entry ? now() - entry.at : 0
      const generation = store.generation()
      const isCurrent = entry !== undefined && entry.generation >= generation
      if (isCurrent && isWithin(entry.freshMs, entry.at, now())) return value
      const latest = failures.get(request.key)
      const failure = latest?.generation === generation ? latest : undefined
      if (failure && isWithin(PAUSE_MS, failure.at, now())) {
        if (entry) return value
        return throwMiss(failure.error)
      }
      const fresh = fetchOnce(request, entry)
      if (!entry) return fresh.catch(throwMiss)
      const lastGood = fresh.catch(() => value)
      // In an outage only the first waits for what a new generation brings.
      const isServed = isCurrent ? age < entry.freshMs + request.staleMs : failure !== undefined
      return isServed ? value : lastGood
    },
    /** Whether the last attempt to fetch the key, by any instance that shares the store, has failed. */
    async isFailing(key: string): Promise<boolean> {
      await read(key)
      return failures.has(key)
    },
  }
}

export type FreshCache = ReturnType<typeof createFreshCache>
