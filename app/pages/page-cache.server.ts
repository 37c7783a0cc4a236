import { createHash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { CACHE, chooseEncoding, isDataPath, matchesEtag } from '../models/http.ts'
import { marketOfPath, parseMarket } from '../models/market.ts'
import { pageOfAddress, storedQuery } from '../models/pages.ts'
import { isVol1OfOtherMarket } from '../models/product-kind.ts'
import { hasSignedCookie, plainCookie } from '../services/session/visitor-session.server.ts'

const MAX_BYTES = 32 * 1024 * 1024
/** How long a page is sent without rendering it again, ms. */
const FRESH_MS = 60_000
/** How long after that it is still sent while a new one is rendered, or while rendering fails, ms. */
const STALE_MS = 24 * 3_600_000

/** Everything that a page may depend on. Nothing else of a request reaches its rendering. */
export type PageRequest = {
  readonly url: string
  /** The visitor's answer to the cookie notice and stored market, and an encoding that the client accepts. */
  readonly headers: Readonly<{ Cookie?: string; 'Accept-Encoding'?: string }>
}

type StoredPage = {
  readonly etag: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: Buffer<ArrayBuffer>
  readonly madeAt: number
}

type Options = {
  readonly now: () => number
  /** Renders and compresses a page; says whether everything that it shows could be read. */
  readonly render: (page: PageRequest) => Promise<{ response: Response; isComplete: boolean }>
}

/** A visit, with the response to it if that must not be kept. */
type Visit = { readonly page: PageRequest; response?: Response }

/**
 * Whole responses for visitors without personal content, in memory: by address, known query parameters
 * (`models/pages.ts`), answered cookie notice, stored market and encoding. A stale response is sent while a new one is
 * rendered, and while rendering fails. Only complete, successful responses without cookies are kept.
 * Product: 8 Cacheable pages
 */
export function createPageCache({ now, render }: Options) {
  const createStore = () =>
    new LRUCache<string, StoredPage, Visit>({
      maxSize: MAX_BYTES,
      // With an estimate of headers and bookkeeping.
      sizeCalculation: ({ body }) => 1_024 + body.length,
      ttl: FRESH_MS,
      ttlResolution: 0,
      perf: { now },
      allowStale: true,
      noDeleteOnFetchRejection: true,
      // Once for concurrent requests.
      async fetchMethod(_key, _stale, { context: visit }) {
        const { response, isComplete } = await render(visit.page)
        const isKept = response.status === 200 && !response.headers.has('Set-Cookie') && isComplete
        if (isKept) return toStoredPage(response, visit.page, now())
        visit.response = response
        return undefined
      },
    })
  // Replaced when the pages are cleared, so that a rendering in progress ends in the old map.
  let pages = createStore()

  return {
    /**
     * The response to a GET or HEAD.
     * @param target path and query
     * @param origin scheme and host of the shop
     * @returns null where the page is rendered for each visitor
     */
    async get({ headers }: Request, target: string, origin: string): Promise<Response | null> {
      const stored = storedTarget(target)
      const cookie = headers.get('Cookie')
      if (stored === null || (hasSignedCookie(cookie) && !stored.isFrameless)) return null
      const Cookie = stored.isFrameless ? '' : cookieOfView(cookie)
      const encoding = chooseEncoding(['br', 'gzip'], headers.get('Accept-Encoding'))
      const url = origin + stored.target
      const key = `${url} ${Cookie} ${encoding}`
      const accepted = encoding && { 'Accept-Encoding': encoding }
      const visit: Visit = { page: { url, headers: { ...(Cookie && { Cookie }), ...accepted } } }
      const age = now() - (pages.peek(key)?.madeAt ?? now())
      if (age < 0 || age > FRESH_MS + STALE_MS) pages.delete(key)
      const kept = await pages.fetch(key, { context: visit })
      // A response that is not kept belongs to one visitor.
      const page = kept ?? visit.response ?? (await render(visit.page)).response
      // A redirect passes on a query that may be the visitor's own.
      if (page instanceof Response) return page.headers.has('Location') && target.includes('?') ? null : page
      const isKnown = matchesEtag(headers.get('If-None-Match'), page.etag)
      return new Response(isKnown ? null : page.body, { status: isKnown ? 304 : 200, headers: page.headers })
    },
    /** Forgets all pages after their content has changed. */
    clear(): void {
      pages = createStore()
    },
    get bytes() {
      return pages.calculatedSize
    },
  }
}

/** What pages show of a visitor's plain cookies. The value of an answered notice does not matter. */
function cookieOfView(cookie: string | null): string {
  const market = parseMarket(plainCookie(cookie, 'selected_market'))
  const parts = [
    market && `selected_market=${market}`,
    plainCookie(cookie, 'cookieConsent') !== null && 'cookieConsent=accepted',
  ]
  return parts.filter(Boolean).join('; ')
}

/** Whether visitors without personal content get the page at this path and query from memory. */
export const isKeptAddress = (target: string): boolean => storedTarget(target) !== null

/** Path and known query of a page that is kept; `isFrameless` is data that is the same for every visitor. */
function storedTarget(target: string): { readonly target: string; readonly isFrameless: boolean } | null {
  const [pathname = '', search] = target.split(/\?(.*)/s)
  const isData = isDataPath(pathname)
  const path = isData ? pathname.replace(/(?:\/_)?\.data$/, '') : pathname
  const page = pageOfAddress(path)
  // That page only redirects its visitors, and tells each of them why.
  const isRedirect = isVol1OfOtherMarket(marketOfPath(path), path.slice(path.lastIndexOf('/') + 1))
  if (!page || page.priority === null || isRedirect) return null
  if (search === undefined) return { target, isFrameless: false }
  const query = new URLSearchParams(search)
  const known = storedQuery(page, query)
  const route = isData ? query.get('_routes') : null
  // The page alone, without the frame around it.
  const [, name] = page.path.split('/')
  if (known === null || (route !== null && route !== `routes/market/${name || 'home'}`)) return null
  const parameters = new URLSearchParams(known)
  if (route !== null) parameters.set('_routes', route)
  return { target: pathname + (parameters.size > 0 ? `?${parameters}` : ''), isFrameless: route !== null }
}

async function toStoredPage(response: Response, asked: PageRequest, madeAt: number): Promise<StoredPage> {
  const body = Buffer.from(await response.arrayBuffer())
  const { headers } = response
  // The id of the rendering belongs to an earlier request.
  headers.delete('X-Request-Id')
  // Shared caches do not know which cookies matter.
  const { pathname, searchParams } = new URL(asked.url)
  const shared = isDataPath(pathname) ? CACHE.sharedData : CACHE.sharedPage
  headers.set('Cache-Control', asked.headers.Cookie === undefined ? shared : CACHE.personalPage)
  // Browsers may use prefetched data after a cookie was set, as it is the same for all visitors.
  if (searchParams.has('_routes')) headers.set('Vary', 'Accept-Encoding')
  headers.set('Content-Length', String(body.length))
  const etag = `W/"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`
  headers.set('ETag', etag)
  return { etag, headers: Object.fromEntries(headers), body, madeAt }
}
