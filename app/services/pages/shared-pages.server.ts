import { LRUCache } from 'lru-cache'
import { CACHE, isSharedPage, matchesEtag } from '../../http.ts'
import { type Bytes, type CachedPage, createPageCache, type PageCacheOptions } from './page-cache.server.ts'
import { type PageVariant, pageVariant } from './page-variant.server.ts'
import { accepts } from './rendered-response.server.ts'

/** A request for a page, reduced to what selects the variant and the encoding. */
export type PageRequest = {
  readonly origin: string
  /** Path and query. */
  readonly target: string
  readonly cookie: string | null
  readonly acceptEncoding: string
  readonly ifNoneMatch: string | null
}

/** @param target path and query */
export function pageRequest(
  origin: string,
  target: string,
  headers: { get(name: string): string | null },
): PageRequest {
  return {
    origin,
    target,
    cookie: headers.get('Cookie'),
    acceptEncoding: headers.get('Accept-Encoding') ?? '',
    ifNoneMatch: headers.get('If-None-Match'),
  }
}

/** A response from the page cache, ready for the socket. */
export type CachedResponse = {
  readonly status: 200 | 304
  readonly headers: Readonly<Record<string, string>>
  readonly body: Bytes | null
}

/** A cacheable variant and its cache key. */
type Lookup = { readonly variant: PageVariant; readonly key: string }
const MAX_LOOKUPS = 500

type Render = (variant: PageVariant, origin: string) => Promise<Response>

/** Headers of a rendering that do not belong to the page itself. */
const UNCACHED_HEADERS = new Set(['x-request-id', 'cache-control', 'vary'])

/**
 * Pages that are the same for many visitors, cached in every encoding (product 8, point 6).
 * @param options.render renders a page as a visitor without cookies sees it
 */
export function createSharedPages(options: PageCacheOptions & { readonly render: Render }) {
  const pages = createPageCache(options)
  /** Responses of each cached page, by encoding, so that headers are assembled once. */
  const responses = new WeakMap<CachedPage, Map<string, CachedResponse>>()

  /** Lookups by URL for requests without cookie and query, which are most of them. */
  const plainLookups = new LRUCache<string, Lookup>({ max: MAX_LOOKUPS })

  function lookUp(request: PageRequest, cartCount: number | null): Lookup | null {
    if (request.cookie !== null || cartCount !== null || request.target.includes('?'))
      return computeLookup(request, cartCount)
    const address = request.origin + request.target
    const cached = plainLookups.get(address)
    if (cached) return cached
    const lookup = computeLookup(request, null)
    if (lookup) plainLookups.set(address, lookup)
    return lookup
  }

  function variantOf(request: PageRequest, cartCount: number | null): PageVariant | null {
    const at = request.target.indexOf('?')
    if (!isSharedPage(at < 0 ? request.target : request.target.slice(0, at))) return null
    return pageVariant(request.target, request.cookie, cartCount)
  }

  function computeLookup(request: PageRequest, cartCount: number | null): Lookup | null {
    const variant = variantOf(request, cartCount)
    return variant?.isCacheable ? { variant, key: `${request.origin}|${variant.key}` } : null
  }

  /** The response in an encoding that the client accepts, or 304. */
  function respond(page: CachedPage, request: PageRequest, { variant, key }: Lookup, wasCached: boolean) {
    const acceptsBrotli = accepts.brotli(request.acceptEncoding)
    if (wasCached && acceptsBrotli && page.brotli === null) void pages.addBrotli(key, page)
    const encoding = page.brotli && acceptsBrotli ? 'br' : accepts.gzip(request.acceptEncoding) ? 'gzip' : ''
    const ofPage = responses.get(page) ?? new Map<string, CachedResponse>()
    responses.set(page, ofPage)
    const isUnchanged = matchesEtag(request.ifNoneMatch, page.etag)
    const name = isUnchanged ? '304' : encoding
    const response = ofPage.get(name) ?? buildResponse(page, encoding, cacheControlOf(variant), isUnchanged)
    ofPage.set(name, response)
    return response
  }

  return {
    /** The page if the cache has it; synchronous. */
    peek(request: PageRequest): CachedResponse | null {
      const lookup = lookUp(request, null)
      if (lookup === null) return null
      const page = pages.peek(lookup.key, () => () => options.render(lookup.variant, request.origin))
      return page && respond(page, request, lookup, true)
    },
    /**
     * The page, rendered if it is not in the cache.
     * @param cartCount items in the cart of a visitor of whom the page shows nothing else
     * @returns a Response where it must not be cached; null where the request is not for a cacheable page
     */
    async get(
      request: PageRequest,
      cartCount: number | null = null,
    ): Promise<CachedResponse | Response | null> {
      const lookup = lookUp(request, cartCount)
      if (lookup === null) return null
      const render = () => options.render(lookup.variant, request.origin)
      const cached = pages.peek(lookup.key, () => render)
      const page = cached ?? (await pages.render(lookup.key, render))
      return page instanceof Response ? page : respond(page, request, lookup, cached !== null)
    },
    /** The variant of a shared page that a request gets, also where it cannot be cached; null for any other page. */
    variantOf,
    clear: pages.clear,
    get bytes() {
      return pages.bytes
    },
  }
}

/** A page with a cart count may be stored by the shop's own cache only. */
function cacheControlOf(variant: PageVariant): string {
  if (variant.cartCount !== null) return CACHE.personalPage
  return variant.isData ? CACHE.sharedData : CACHE.sharedPage
}

function buildResponse(
  page: CachedPage,
  encoding: string,
  cacheControl: string,
  isUnchanged: boolean,
): CachedResponse {
  const body =
    encoding === 'br' && page.brotli ? page.brotli : encoding === 'gzip' ? page.gzip : page.identity
  const headers: Record<string, string> = {}
  for (const [name, value] of page.headers) if (!UNCACHED_HEADERS.has(name)) headers[name] = value
  headers['cache-control'] = cacheControl
  headers.vary = 'Accept-Encoding, Cookie'
  headers.etag = page.etag
  if (isUnchanged) return { status: 304, headers, body: null }
  if (encoding) headers['content-encoding'] = encoding
  headers['content-length'] = String(body.length)
  return { status: 200, headers, body }
}
