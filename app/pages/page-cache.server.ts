import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { LRUCache } from 'lru-cache'
import { CACHE, chooseEncoding, isDataPath, matchesEtag } from '../models/http.ts'
import { marketOfPath, parseMarket, withoutMarket } from '../models/market.ts'
import { pageOfAddress, type ShopPage, storedQuery } from '../models/pages.ts'
import { isVol1OfOtherMarket } from '../models/product-address.ts'
import { hasSignedCookie, plainCookie } from '../services/session/visitor-session.server.ts'

const MAX_BYTES = 32 * 1024 * 1024
/** How long a page is sent without rendering it again, ms. */
const FRESH_MS = 60_000
/** How long after that it is sent while a new one is rendered, or while none can be, ms. */
const STALE_MS = 24 * 3_600_000
/** Route id of the frame around every page; data without this route holds nothing personal. */
const FRAME_ROUTE = 'market'
/** 8 ms for a page, as for gzip; the best quality is 8 % smaller and takes 100 ms. */
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 6, [constants.BROTLI_PARAM_LGWIN]: 18 } }
const compressBrotli = promisify(brotliCompress)
const compressGzip = promisify(gzip)

/** What a page may depend on; nothing else of a request reaches its rendering. */
export type PageRequest = {
  readonly url: URL
  /** The visitor's answer to the cookie notice and stored market, as the cookies of a request; null without either. */
  readonly cookie: string | null
}

type StoredPage = {
  readonly etag: string
  readonly headers: Readonly<Record<string, string>>
  readonly bodies: Readonly<Record<'identity' | 'gzip' | 'br', Buffer<ArrayBuffer>>>
  readonly madeAt: number
}

type Options = {
  readonly now: () => number
  /** Renders a page; says whether everything that it shows could be read. */
  readonly render: (page: PageRequest) => Promise<{ response: Response; isComplete: boolean }>
}

/**
 * Whole responses for visitors without personal content, in memory: by address, known query parameters
 * (`models/pages.ts`), answered cookie notice and stored market. A stale one is sent while a new one is rendered, and
 * while none can be. Only complete, successful responses without cookies are kept. Product: 8 Cacheable pages
 */
export function createPageCache({ now, render }: Options) {
  const createStore = () =>
    new LRUCache<string, StoredPage>({
      maxSize: MAX_BYTES,
      // With an estimate of headers and bookkeeping.
      sizeCalculation: ({ bodies }) => 1_024 + bodies.identity.length + bodies.gzip.length + bodies.br.length,
    })
  // Both are replaced when the pages are cleared: what is being rendered then belongs to the old ones.
  let pages = createStore()
  let rendering = new Map<string, Promise<StoredPage | Response>>()

  async function renderAndStore(key: string, request: PageRequest): Promise<StoredPage | Response> {
    const store = pages
    const { response, isComplete } = await render(request)
    if (response.status !== 200 || response.headers.has('Set-Cookie') || !isComplete) return response
    const page = await toStoredPage(response, request, store.peek(key), now())
    store.set(key, page)
    return page
  }

  /** Concurrent calls for the same page share one rendering. */
  function renderOnce(key: string, request: PageRequest): Promise<StoredPage | Response> {
    const current = rendering
    const running = current.get(key)
    if (running) return running
    const next = renderAndStore(key, request).finally(() => current.delete(key))
    current.set(key, next)
    return next
  }

  async function find(key: string, request: PageRequest): Promise<StoredPage | Response> {
    const page = pages.get(key)
    const age = page ? now() - page.madeAt : Number.POSITIVE_INFINITY
    const isUsable = age >= 0 && age <= FRESH_MS + STALE_MS
    if (page && isUsable) {
      if (age > FRESH_MS) renderOnce(key, request).catch(() => undefined)
      return page
    }
    const isShared = rendering.has(key)
    const result = await renderOnce(key, request)
    // A response that is not kept belongs to one visitor.
    return result instanceof Response && isShared ? (await render(request)).response : result
  }

  return {
    /**
     * The response to a GET or HEAD.
     * @param target path and query
     * @param origin scheme and host of the shop
     * @returns null where the page is rendered for each visitor
     */
    async get(request: Request, target: string, origin: string): Promise<Response | null> {
      const stored = storedTarget(target)
      const cookie = request.headers.get('Cookie')
      if (stored === null || (hasSignedCookie(cookie) && !stored.isFrameless)) return null
      const view = stored.isFrameless ? null : cookieOfView(cookie)
      const url = new URL(stored.target, origin)
      const page = await find(`${url.href} ${view ?? ''}`, { url, cookie: view })
      if (page instanceof Response) return isRedirect(page) && target.includes('?') ? null : page
      return represent(page, request.headers)
    },
    /** Forgets all pages, after a change of what they show. */
    clear(): void {
      pages = createStore()
      rendering = new Map()
    },
    get bytes() {
      return pages.calculatedSize
    },
  }
}

/** What pages show of a visitor's plain cookies. The value of an answered notice does not matter. */
function cookieOfView(cookie: string | null): string | null {
  const market = parseMarket(plainCookie(cookie, 'selected_market'))
  const parts = [
    market && `selected_market=${market}`,
    plainCookie(cookie, 'cookieConsent') !== null && 'cookieConsent=accepted',
  ]
  return parts.filter(Boolean).join('; ') || null
}

/** Whether visitors without personal content get the page at this path and query from memory. */
export function isKeptAddress(target: string): boolean {
  return storedTarget(target) !== null
}

/** Path and known query of a page that is kept; `isFrameless` is data that is the same for every visitor. */
function storedTarget(target: string): { readonly target: string; readonly isFrameless: boolean } | null {
  const [pathname = '', search] = target.split(/\?(.*)/s)
  const isData = isDataPath(pathname)
  const path = isData ? pathname.replace(/(?:\/_)?\.data$/, '') : pathname
  const page = pageOfAddress(path)
  if (!page || page.priority === null || redirectsWithFlash(path)) return null
  if (search === undefined) return { target, isFrameless: false }
  const query = new URLSearchParams(search)
  const known = storedQuery(page, query)
  const routes = isData ? query.get('_routes') : null
  if (known === null || (routes !== null && !areRoutesOf(page, path, routes))) return null
  const parameters = new URLSearchParams(known)
  if (routes !== null) parameters.set('_routes', routes)
  return {
    target: parameters.size > 0 ? `${pathname}?${parameters}` : pathname,
    isFrameless: routes !== null && !routes.split(',').includes(FRAME_ROUTE),
  }
}

/** Whether the page only sends its visitors away, and tells each of them why. */
function redirectsWithFlash(path: string): boolean {
  return isVol1OfOtherMarket(marketOfPath(path), path.slice(path.lastIndexOf('/') + 1))
}

/** Whether the requested route ids belong to this page, each listed once. */
function areRoutesOf(page: ShopPage, path: string, routes: string): boolean {
  const [, name = ''] = page.path.split('/')
  // Some products have a route of their own.
  const own = `routes/market${withoutMarket(path)}`
  const allowed = ['root', FRAME_ROUTE, `routes/market/${name || 'home'}`, own]
  const ids = routes.split(',')
  return new Set(ids).size === ids.length && ids.every((id) => allowed.includes(id))
}

const isRedirect = ({ status }: Response) => status >= 300 && status < 400

/** @param previous what is kept now: most pages have not changed, so they need not be compressed again */
async function toStoredPage(
  response: Response,
  { url, cookie }: PageRequest,
  previous: StoredPage | undefined,
  madeAt: number,
): Promise<StoredPage> {
  const identity = Buffer.from(await response.arrayBuffer())
  const etag = `W/"${createHash('sha256').update(identity).digest('base64url').slice(0, 22)}"`
  const { headers } = response
  // Those of the rendering, which was for an earlier request, and of its body as it was.
  for (const name of ['X-Request-Id', 'Content-Length']) headers.delete(name)
  // Caches on the way do not know which cookies matter.
  const shared = isDataPath(url.pathname) ? CACHE.sharedData : CACHE.sharedPage
  headers.set('Cache-Control', cookie === null ? shared : CACHE.personalPage)
  headers.set('ETag', etag)
  if (previous?.etag === etag) return { ...previous, headers: Object.fromEntries(headers), madeAt }
  const [zipped, br] = await Promise.all([compressGzip(identity), compressBrotli(identity, BROTLI)])
  return { etag, headers: Object.fromEntries(headers), bodies: { identity, gzip: zipped, br }, madeAt }
}

/** The page in an encoding that the client accepts, or 304. */
function represent({ etag, headers, bodies }: StoredPage, asked: Headers): Response {
  if (matchesEtag(asked.get('If-None-Match'), etag)) return new Response(null, { status: 304, headers })
  const encoding = chooseEncoding(['br', 'gzip'], asked.get('Accept-Encoding'))
  const body = bodies[encoding ?? 'identity']
  const sent = { ...headers, 'Content-Length': String(body.length) }
  return new Response(body, { headers: encoding ? { ...sent, 'Content-Encoding': encoding } : sent })
}
