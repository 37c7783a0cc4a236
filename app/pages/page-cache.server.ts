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

/** What is sent of a page: ready for `new Response`, so that nothing is computed for a request. */
export type Representation = {
  readonly status: 200 | 304
  readonly headers: Readonly<Record<string, string>>
  readonly body: Bytes | null
}

/** A finished page, in every encoding, and as the news that it has not changed. */
export type FinishedPage = {
  readonly etag: string
  readonly identity: Representation
  readonly gzip: Representation
  readonly brotli: Representation
  readonly unchanged: Representation
  readonly bytes: number
  readonly madeAt: number
  /** Catalogue version that the page was rendered from; a newer one makes it stale. */
  readonly version: number
  /** Generation of catalogue and company facts that it was rendered in; after a newer one has begun, it is no longer sent. */
  readonly generation: number
}

export type Recipe = {
  readonly render: () => Promise<Response>
  /** `Cache-Control` of the stored page. */
  readonly cacheControl: string
}

export type PageCacheOptions = {
  readonly maxBytes: number
  /** How long a page is sent without rendering it again, ms. */
  readonly freshFor: number
  /** How long after that it may be sent while a new one is rendered, or while none can be, ms. */
  readonly staleFor: number
  readonly now: () => number
  readonly version: () => number
  /** A counter that grows whenever what pages show was changed at its source. */
  readonly generation: () => number
  /** A counter that grows whenever some page's data was missing. */
  readonly misses: () => number
}

/**
 * Pages by key, bounded in bytes; the least recently used go first. A stale page is sent while a new one is rendered.
 * Only complete, successful responses without cookies are stored, so that it never holds anything personal, nor the
 * effect of an outage after its end.
 */
export function createPageCache(options: PageCacheOptions) {
  const pages = new LRUCache<string, FinishedPage>({
    maxSize: options.maxBytes,
    sizeCalculation: ({ bytes }) => bytes + OVERHEAD_BYTES,
  })
  const inFlight = new Map<string, Promise<FinishedPage | Response>>()

  /** @returns the stored page, or the response itself where it must not be stored */
  async function renderAndStore(key: string, recipe: Recipe): Promise<FinishedPage | Response> {
    const version = options.version()
    const generation = options.generation()
    const misses = options.misses()
    const response = await recipe.render()
    const isComplete = options.misses() === misses
    if (response.status !== 200 || response.headers.has('Set-Cookie') || !isComplete) return response
    const identity = Buffer.from(await response.arrayBuffer())
    const etag = `W/"${createHash('sha256').update(identity).digest('base64url').slice(0, 22)}"`
    const previous = pages.peek(key)
    // Most pages have not changed since they were last rendered, so they need not be compressed again.
    const [gzip, brotli] =
      previous?.etag === etag
        ? [previous.gzip.body, previous.brotli.body]
        : await Promise.all([compressGzip(identity), compressBrotli(identity, BROTLI)])
    const { headers } = response
    // That of the rendering, which was for an earlier request.
    headers.delete('X-Request-Id')
    headers.set('Cache-Control', recipe.cacheControl)
    headers.set('ETag', etag)
    const common = Object.fromEntries(headers)
    const page: FinishedPage = {
      etag,
      identity: represent(common, identity),
      gzip: represent({ ...common, 'content-encoding': 'gzip' }, gzip),
      brotli: represent({ ...common, 'content-encoding': 'br' }, brotli),
      unchanged: { status: 304, headers: common, body: null },
      bytes: identity.length + (gzip?.length ?? 0) + (brotli?.length ?? 0),
      madeAt: options.now(),
      version,
      generation,
    }
    // A later generation may have been rendered meanwhile.
    if ((pages.peek(key)?.generation ?? 0) <= generation) pages.set(key, page)
    return page
  }

  /** The rendering of a page in the current generation. */
  function flightOf(key: string): string {
    return `${options.generation()} ${key}`
  }

  /** Renders a page; concurrent calls for the same key share one rendering. */
  function renderOnce(key: string, recipe: Recipe): Promise<FinishedPage | Response> {
    const flight = flightOf(key)
    const current = inFlight.get(flight)
    if (current) return current
    const next = renderAndStore(key, recipe).finally(() => inFlight.delete(flight))
    inFlight.set(flight, next)
    return next
  }

  /** The stored page, unless it is too old even for an outage. */
  function stored(key: string): FinishedPage | null {
    const page = pages.get(key)
    return page && options.now() - page.madeAt <= options.freshFor + options.staleFor ? page : null
  }

  return {
    /**
     * The stored page, which is rendered again in the background when it is stale; null where there is none that may be
     * sent without rendering it.
     */
    peek(key: string, recipe: Recipe): FinishedPage | null {
      const page = stored(key)
      if (page === null || page.generation < options.generation()) return null
      const age = options.now() - page.madeAt
      // A negative age means that the clock was set back.
      if (age < 0 || age > options.freshFor || page.version !== options.version())
        renderOnce(key, recipe).catch(() => undefined)
      return page
    },
    /**
     * Renders the page, or joins a rendering in progress. Where it cannot be rendered, an earlier one is sent.
     * @returns a Response where it must not be stored; such a response is never shared with another caller
     */
    async render(key: string, recipe: Recipe): Promise<FinishedPage | Response> {
      const hasJoined = inFlight.has(flightOf(key))
      const result = await renderOnce(key, recipe)
      const earlier = result instanceof Response && result.status >= 500 ? stored(key) : null
      if (earlier) return earlier
      return result instanceof Response && hasJoined ? recipe.render() : result
    },
    clear: () => pages.clear(),
    get bytes() {
      return pages.calculatedSize
    },
  }
}

function represent(headers: Record<string, string>, body: Bytes | null): Representation {
  return { status: 200, headers: { ...headers, 'content-length': String(body?.length ?? 0) }, body }
}
