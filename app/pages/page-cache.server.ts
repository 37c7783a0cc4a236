import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { LRUCache } from 'lru-cache'

const compressBrotli = promisify(brotliCompress)
const compressGzip = promisify(gzip)
/** 8 ms for a page, as for gzip; the best quality is 8 % smaller and takes 100 ms. The window holds a whole page. */
const BROTLI = {
  params: {
    [constants.BROTLI_PARAM_QUALITY]: 6,
    [constants.BROTLI_PARAM_LGWIN]: 18,
    [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
  },
}
/** Estimated size of a page's headers and bookkeeping. */
const OVERHEAD_BYTES = 1024

type Bytes = Buffer<ArrayBuffer>

/** A finished page, in every encoding. */
export type FinishedPage = {
  readonly headers: Readonly<Record<string, string>>
  readonly etag: string
  readonly identity: Bytes
  readonly gzip: Bytes
  readonly brotli: Bytes
  readonly madeAt: number
  /** Catalogue version that the page was rendered from; a newer one makes it stale. */
  readonly version: number
}

export type PageCacheOptions = {
  readonly maxBytes: number
  /** How long a page is sent without rendering it again, ms. */
  readonly freshFor: number
  /** How long after that it may be sent while a new one is rendered, or while none can be, ms. */
  readonly staleFor: number
  readonly now: () => number
  readonly version: () => number
  /** A counter that grows whenever some page's data was missing. */
  readonly misses: () => number
}

type Render = () => Promise<Response>

/**
 * Pages by key, bounded in bytes; the least recently used go first. A stale page is sent while a new one is rendered.
 * Only complete, successful responses without cookies are stored, so that it never holds anything personal, nor the
 * effect of an outage after its end.
 */
export function createPageCache(options: PageCacheOptions) {
  const pages = new LRUCache<string, FinishedPage>({
    maxSize: options.maxBytes,
    sizeCalculation: ({ identity, gzip, brotli }) =>
      identity.length + gzip.length + brotli.length + OVERHEAD_BYTES,
  })
  const inFlight = new Map<string, Promise<FinishedPage | Response>>()

  /** @returns the stored page, or the response itself where it must not be stored */
  async function renderAndStore(key: string, render: Render): Promise<FinishedPage | Response> {
    const version = options.version()
    const misses = options.misses()
    const response = await render()
    const isComplete = options.misses() === misses
    if (response.status !== 200 || response.headers.has('Set-Cookie') || !isComplete) return response
    const identity = Buffer.from(await response.arrayBuffer())
    const etag = `W/"${createHash('sha256').update(identity).digest('base64url').slice(0, 22)}"`
    const previous = pages.peek(key)
    // Most pages have not changed since they were last rendered, so they need not be compressed again.
    const encodings = previous?.etag === etag ? previous : await compress(identity)
    const page: FinishedPage = {
      headers: Object.fromEntries(response.headers),
      etag,
      identity,
      gzip: encodings.gzip,
      brotli: encodings.brotli,
      madeAt: options.now(),
      version,
    }
    pages.set(key, page)
    return page
  }

  /** Renders a page; concurrent calls for the same key share one rendering. */
  function renderOnce(key: string, render: Render): Promise<FinishedPage | Response> {
    const current = inFlight.get(key)
    if (current) return current
    const next = renderAndStore(key, render).finally(() => inFlight.delete(key))
    inFlight.set(key, next)
    return next
  }

  return {
    /** The stored page, which is rendered again in the background when it is stale; null where there is none. */
    peek(key: string, render: Render): FinishedPage | null {
      const page = pages.get(key)
      if (page === undefined) return null
      const age = options.now() - page.madeAt
      if (age > options.freshFor + options.staleFor) return null
      // A negative age means that the clock was set back.
      if (age < 0 || age > options.freshFor || page.version !== options.version())
        renderOnce(key, render).catch(() => undefined)
      return page
    },
    /**
     * Renders the page, or joins a rendering in progress.
     * @returns a Response where it must not be stored; such a response is never shared with another caller
     */
    async render(key: string, render: Render): Promise<FinishedPage | Response> {
      const hasJoined = inFlight.has(key)
      const result = await renderOnce(key, render)
      return result instanceof Response && hasJoined ? render() : result
    },
    clear: () => pages.clear(),
    get bytes() {
      return pages.calculatedSize
    },
    get size() {
      return pages.size
    },
  }
}

async function compress(bytes: Bytes): Promise<Pick<FinishedPage, 'gzip' | 'brotli'>> {
  const [gzip, brotli] = await Promise.all([compressGzip(bytes), compressBrotli(bytes, BROTLI)])
  return { gzip, brotli }
}
