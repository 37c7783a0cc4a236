import { LRUCache } from 'lru-cache'
import { CACHE, isKnownBy, isSharedPage } from '../../http.ts'
import { takes } from './made-answer.server.ts'
import { type Bytes, createPageCache, type FinishedPage, type PageCacheOptions } from './page-cache.server.ts'
import { type PageVariant, pageVariant } from './page-variant.server.ts'

/** What is asked of a shared page: enough to choose the version and the encoding. */
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

/** A finished answer, cheap to hand to a socket. */
export type PageAnswer = {
  readonly status: 200 | 304
  readonly headers: Readonly<Record<string, string>>
  readonly body: Bytes | null
}

type Found = { readonly variant: PageVariant; readonly key: string }
const MOST_REMEMBERED = 500

type Render = (variant: PageVariant, origin: string) => Promise<Response>

/** Headers of the rendering that say nothing about the page itself. */
const OF_THE_RENDERING = new Set(['x-request-id', 'cache-control', 'vary'])

/**
 * Pages that are the same for everybody, finished and kept in every encoding (product 8, point 6).
 * @param render makes the page as a visitor without cookies sees it
 */
export function createSharedPages(options: PageCacheOptions & { readonly render: Render }) {
  const pages = createPageCache(options)
  const prepared = new WeakMap<FinishedPage, Map<string, PageAnswer>>()

  /** Most visitors ask for one of few addresses and bring no cookie: what these mean is remembered. */
  const plain = new LRUCache<string, Found>({ max: MOST_REMEMBERED })

  function find(asked: PageRequest, cartCount: number | null): Found | null {
    if (asked.cookie !== null || cartCount !== null || asked.target.includes('?'))
      return read(asked, cartCount)
    const address = asked.origin + asked.target
    const known = plain.get(address)
    if (known) return known
    const found = read(asked, null)
    if (found) plain.set(address, found)
    return found
  }

  /** The version that answers, which is not kept where there are too many of them. */
  function variantOf(asked: PageRequest, cartCount: number | null): PageVariant | null {
    const at = asked.target.indexOf('?')
    if (!isSharedPage(at < 0 ? asked.target : asked.target.slice(0, at))) return null
    return pageVariant(asked.target, asked.cookie, cartCount)
  }

  function read(asked: PageRequest, cartCount: number | null): Found | null {
    const variant = variantOf(asked, cartCount)
    return variant?.isKept ? { variant, key: `${asked.origin}|${variant.key}` } : null
  }

  /** The answer in the encoding asked for; headers are put together once for each page and encoding. */
  function deliver(page: FinishedPage, asked: PageRequest, { variant, key }: Found, wasKept: boolean) {
    const takesBrotli = takes.brotli(asked.acceptEncoding)
    if (wasKept && takesBrotli && page.brotli === null) void pages.press(key, page)
    const encoding = page.brotli && takesBrotli ? 'br' : takes.gzip(asked.acceptEncoding) ? 'gzip' : ''
    const answers = prepared.get(page) ?? new Map<string, PageAnswer>()
    prepared.set(page, answers)
    const isKnown = isKnownBy(asked.ifNoneMatch, page.etag)
    const name = isKnown ? '304' : encoding
    const made = answers.get(name) ?? prepare(page, encoding, policyOf(variant), isKnown)
    answers.set(name, made)
    return made
  }

  return {
    /** The finished page, if it can be sent at once; nothing is awaited. */
    peek(asked: PageRequest): PageAnswer | null {
      const found = find(asked, null)
      if (found === null) return null
      const page = pages.peek(found.key, () => () => options.render(found.variant, asked.origin))
      return page && deliver(page, asked, found, true)
    },
    /**
     * The page, made if need be. A Response is an answer that may not be kept; null: no shared page answers this.
     * @param cartCount for a visitor of whom the page shows this and nothing else
     */
    async get(asked: PageRequest, cartCount: number | null = null): Promise<PageAnswer | Response | null> {
      const found = find(asked, cartCount)
      if (found === null) return null
      const make = () => options.render(found.variant, asked.origin)
      const kept = pages.peek(found.key, () => make)
      const page = kept ?? (await pages.make(found.key, make))
      return page instanceof Response ? page : deliver(page, asked, found, kept !== null)
    },
    find: variantOf,
    clear: pages.clear,
    get bytes() {
      return pages.bytes
    },
  }
}

/** A page with a visitor's count of pieces may be kept by our own cache only. */
function policyOf(variant: PageVariant): string {
  if (variant.cartCount !== null) return CACHE.personalPage
  return variant.isData ? CACHE.sharedData : CACHE.sharedPage
}

function prepare(page: FinishedPage, encoding: string, policy: string, isKnown: boolean): PageAnswer {
  const body =
    encoding === 'br' && page.brotli ? page.brotli : encoding === 'gzip' ? page.gzip : page.identity
  const headers: Record<string, string> = {}
  for (const [name, value] of page.headers) if (!OF_THE_RENDERING.has(name)) headers[name] = value
  headers['cache-control'] = policy
  headers.vary = 'Accept-Encoding, Cookie'
  headers.etag = page.etag
  if (isKnown) return { status: 304, headers, body: null }
  if (encoding) headers['content-encoding'] = encoding
  headers['content-length'] = String(body.length)
  return { status: 200, headers, body }
}
