import { createHash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import type { Log } from '../log/log.server.ts'
import { type CacheEntry, type CacheStore, isWithin } from './cache-store.server.ts'
import { noteMissing } from './missing.server.ts'

type FreshCacheOptions = {
  readonly store: CacheStore
  readonly now: () => number
  readonly log: Pick<Log, 'warn'>
  /** What is kept, for the log. */
  readonly content: string
  /** Called when the value of a key has changed. */
  readonly onChange: (key: string) => void
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

export function markOf(value: unknown): string {
  return createHash('sha1')
    .update(JSON.stringify(value) ?? '')
    .digest('base64url')
}

/**
 * Caches replies, stale-while-revalidate and stale-if-error: fresh ones are served as they are; stale ones at once,
 * while a new one is fetched; older ones, and those of an earlier generation, only when fetching fails (last good).
 * Concurrent callers share one fetch, and after a failure there is a pause. Not a library, because a last good value must
 * keep its age and the clock is injected.
 */
export function createFreshCache({ store, now, log, content, onChange }: FreshCacheOptions) {
  const inFlight = new Map<string, Promise<unknown>>()
  const failures = new LRUCache<string, Failure>({ max: 500 })
  const marks = new LRUCache<string, string>({ max: 2_000 })

  async function read(key: string): Promise<CacheEntry | undefined> {
    const entry = await store.get(key)
    if (entry) {
      detectChange(key, entry.mark)
      // Another instance that shares the store has fetched the key since the failure here.
      if (entry.at > (failures.get(key)?.at ?? Infinity)) failures.delete(key)
    }
    return entry
  }

  function detectChange(key: string, mark: string): void {
    const previous = marks.get(key)
    marks.set(key, mark)
    if (previous !== undefined && previous !== mark) onChange(key)
  }

  async function write(key: string, entry: CacheEntry): Promise<void> {
    // One that began in an earlier generation may end after one of this generation.
    if (((await store.get(key))?.generation ?? entry.generation) > entry.generation) return
    try {
      await store.set(key, entry)
    } catch (error) {
      log.warn({ err: error }, `${content} cannot be kept`)
    }
    detectChange(key, entry.mark)
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
      await write(key, { value, at: now(), freshMs: freshMs(value), mark: markOf(value), generation })
      return value
    } catch (error) {
      failures.set(key, { at: now(), generation, error })
      if (lastGood) log.warn({ err: error, ageMs: now() - lastGood.at }, `serving the last good ${content}`)
      // The only other symptom of a wrong token is pages without products.
      else log.warn({ err: error }, `no ${content} to serve`)
      throw error
    } finally {
      inFlight.delete(flightOf(key, generation))
    }
  }

  /** Fetches a key; concurrent calls share one fetch, unless the generation has changed since it began. */
  function fetchOnce<T>(request: Load<T>, lastGood: CacheEntry | undefined): Promise<T> {
    const generation = store.generation()
    const flight = flightOf(request.key, generation)
    const current = inFlight.get(flight)
    if (current) return current as Promise<T>
    const fresh = fetchFresh(request, generation, lastGood)
    inFlight.set(flight, fresh)
    return fresh
  }

  function flightOf(key: string, generation: number): string {
    return `${generation} ${key}`
  }

  function throwMiss(error: unknown): never {
    noteMissing()
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
