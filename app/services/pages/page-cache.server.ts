import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { LRUCache } from 'lru-cache'

const compressBrotli = promisify(brotliCompress)
const compressGzip = promisify(gzip)
/** The best compression, as the result is sent many times. The window holds a whole page. */
const BROTLI = {
  params: {
    [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
    [constants.BROTLI_PARAM_LGWIN]: 17,
    [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
  },
}
/** Estimated size of a page's headers and bookkeeping. */
const OVERHEAD_BYTES = 1024

export type Bytes = Buffer<ArrayBuffer>

/** A page that is the same for many visitors, in every encoding. */
export type CachedPage = {
  readonly headers: readonly (readonly [string, string])[]
  readonly etag: string
  readonly identity: Bytes
  readonly gzip: Bytes
  /** Null until the page was requested a second time and the slow compression has finished in the background. */
  readonly brotli: Bytes | null
  readonly madeAt: number
  /** Catalogue version that the page was rendered from; a newer one makes it stale. */
  readonly version: number
}

export type PageCacheOptions = {
  readonly maxBytes: number
  /** How long a page is served without rendering it again, ms. */
  readonly freshFor: number
  /** How long after that it may be served while a new one is rendered, or while none can be, ms. */
  readonly staleFor: number
  readonly now: () => number
  readonly version: () => number
  /** A counter that grows whenever some page's data was missing. */
  readonly misses: () => number
}

type Render = () => Promise<Response>

/**
 * A stale-while-revalidate cache of pages by key, bounded in bytes. Only complete, successful responses without
 * cookies are stored, so that it never holds anything personal, nor the effect of an outage after its end.
 */
export function createPageCache(options: PageCacheOptions) {
  const pages = new LRUCache<string, CachedPage>({
    maxSize: options.maxBytes,
    sizeCalculation: (page) =>
      page.identity.length + page.gzip.length + (page.brotli?.length ?? 0) + OVERHEAD_BYTES,
  })
  const brotliStarted = new WeakSet<CachedPage>()
  const inFlight = new Map<string, Promise<CachedPage | Response>>()

  /** @returns the stored page, or the response itself where it must not be stored */
  async function renderAndStore(key: string, render: Render): Promise<CachedPage | Response> {
    const version = options.version()
    const misses = options.misses()
    const response = await render()
    const isComplete = options.misses() === misses
    if (response.status !== 200 || response.headers.has('Set-Cookie') || !isComplete) return response
    const identity = Buffer.from(await response.arrayBuffer())
    const etag = `W/"${createHash('sha256').update(identity).digest('base64url').slice(0, 22)}"`
    const previous = pages.peek(key)
    // Most pages have not changed since they were last rendered, so they need not be compressed again.
    const same = previous?.etag === etag ? previous : null
    const page: CachedPage = {
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
   * Adds the Brotli encoding, about 100 ms of CPU time, to a page. Call it when a cached page is requested, so that
   * pages that nobody requests again cost nothing. Never throws: where the compression fails, the page is sent as
   * gzip.
   */
  async function addBrotli(key: string, page: CachedPage): Promise<void> {
    if (page.brotli !== null || brotliStarted.has(page)) return
    brotliStarted.add(page)
    const brotli = await compressBrotli(page.identity, BROTLI).catch(() => null)
    if (brotli === null) return
    // The page may have been replaced meanwhile.
    if (pages.peek(key) === page) pages.set(key, { ...page, brotli })
  }

  /** Renders a page; concurrent calls for the same key share one rendering. */
  function renderOnce(key: string, render: Render): Promise<CachedPage | Response> {
    const current = inFlight.get(key)
    if (current) return current
    const next = renderAndStore(key, render).finally(() => inFlight.delete(key))
    inFlight.set(key, next)
    return next
  }

  return {
    /** The cached page, which is rendered again in the background when it is stale; null where there is none. */
    peek(key: string, createRender: () => Render): CachedPage | null {
      const page = pages.get(key)
      if (page === undefined) return null
      const age = options.now() - page.madeAt
      if (age > options.freshFor + options.staleFor) return null
      // A negative age means that the clock was set back.
      if (age < 0 || age > options.freshFor || page.version !== options.version())
        renderOnce(key, createRender()).catch(() => undefined)
      return page
    },
    /**
     * Renders the page, or joins a rendering in progress.
     * @returns a Response where it must not be cached; such a response is never shared with another caller
     */
    async render(key: string, render: Render): Promise<CachedPage | Response> {
      const hasJoined = inFlight.has(key)
      const result = await renderOnce(key, render)
      return result instanceof Response && hasJoined ? render() : result
    },
    addBrotli,
    clear: () => pages.clear(),
    get bytes() {
      return pages.calculatedSize
    },
    get size() {
      return pages.size
    },
  }
}
