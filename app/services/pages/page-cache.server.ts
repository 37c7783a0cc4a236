import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { LRUCache } from 'lru-cache'

const compressBrotli = promisify(brotliCompress)
const compressGzip = promisify(gzip)
/** As small as it gets: made once, sent to everybody. The window holds a whole page. */
const BROTLI = {
  params: {
    [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
    [constants.BROTLI_PARAM_LGWIN]: 17,
    [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
  },
}

export type Bytes = Buffer<ArrayBuffer>

/** A finished answer that is the same for everybody, ready in every encoding. */
export type FinishedPage = {
  readonly headers: readonly (readonly [string, string])[]
  readonly etag: string
  readonly identity: Bytes
  readonly gzip: Bytes
  /** Absent until the page was asked for again and the slow compression has finished in the background. */
  readonly brotli: Bytes | null
  readonly madeAt: number
  /** Catalogue version the page was made from; another one makes it stale. */
  readonly version: number
}

export type PageCacheOptions = {
  readonly maxBytes: number
  /** How long a page is served without a second thought, ms. */
  readonly freshFor: number
  /** How long after that it may be served while a new one is made, or while none can be made, ms. */
  readonly staleFor: number
  readonly now: () => number
  readonly version: () => number
  /** Grows whenever a part of some page could not be had. */
  readonly misses: () => number
}

type Make = () => Promise<Response>

/**
 * Finished pages by key, bounded in bytes, stale-while-revalidate. Only whole, successful answers without cookies
 * enter it, so that it can never hold anything personal, nor an outage after its end.
 */
export function createPageCache(options: PageCacheOptions) {
  const pages = new LRUCache<string, FinishedPage>({
    maxSize: options.maxBytes,
    sizeCalculation: (page) => page.identity.length + page.gzip.length + (page.brotli?.length ?? 0) + 1024,
  })
  const pressed = new WeakSet<FinishedPage>()
  const underway = new Map<string, Promise<FinishedPage | Response>>()

  async function finish(key: string, make: Make): Promise<FinishedPage | Response> {
    const version = options.version()
    const misses = options.misses()
    const response = await make()
    const isWhole = options.misses() === misses
    if (response.status !== 200 || response.headers.has('Set-Cookie') || !isWhole) return response
    const identity = Buffer.from(await response.arrayBuffer())
    const etag = `W/"${createHash('sha256').update(identity).digest('base64url').slice(0, 22)}"`
    const last = pages.peek(key)
    // Most pages come out as they were a minute ago.
    const same = last?.etag === etag ? last : null
    const page: FinishedPage = {
      headers: [...response.headers],
      etag,
      identity,
      gzip: same?.gzip ?? (await compressGzip(identity, { level: 9 })),
      brotli: same?.brotli ?? null,
      madeAt: options.now(),
      version,
    }
    pages.set(key, page)
    return page
  }

  /**
   * Compresses a page with the slowest Brotli (about 100 ms of CPU), only once it has been asked for again. Never
   * throws: a page that cannot be compressed so goes out as gzip.
   */
  async function press(key: string, page: FinishedPage): Promise<void> {
    if (page.brotli !== null || pressed.has(page)) return
    pressed.add(page)
    const brotli = await compressBrotli(page.identity, BROTLI).catch(() => null)
    if (brotli === null) return
    // Another one may have come meanwhile.
    if (pages.peek(key) === page) pages.set(key, { ...page, brotli })
  }

  /** Makes a page once for everybody who is waiting for it. */
  function refresh(key: string, make: Make): Promise<FinishedPage | Response> {
    const current = underway.get(key)
    if (current) return current
    const next = finish(key, make).finally(() => underway.delete(key))
    underway.set(key, next)
    return next
  }

  return {
    /** The page if it can be served at once: fresh, or stale while `make` runs behind it. */
    peek(key: string, make: () => Make): FinishedPage | null {
      const page = pages.get(key)
      if (page === undefined) return null
      const age = options.now() - page.madeAt
      if (age > options.freshFor + options.staleFor) return null
      // A page of the future was made before the clock was put back.
      if (age < 0 || age > options.freshFor || page.version !== options.version())
        refresh(key, make()).catch(() => undefined)
      return page
    },
    /** Makes the page, or joins whoever is making it. A response that may not be kept is for the first asker only. */
    async make(key: string, make: Make): Promise<FinishedPage | Response> {
      const joined = underway.has(key)
      const result = await refresh(key, make)
      return result instanceof Response && joined ? make() : result
    },
    /** To be called for each page that was there when somebody who takes Brotli asked for it. */
    press,
    clear: () => pages.clear(),
    get bytes() {
      return pages.calculatedSize
    },
    get size() {
      return pages.size
    },
  }
}
