import { itemCount } from '../models/cart.ts'
import { acceptedEncodings, CACHE, isDataPath, matchesEtag } from '../models/http.ts'
import { marketOfPath, parseMarket, withoutMarket } from '../models/market.ts'
import { pageOfAddress, type ShopPage, storedQuery } from '../models/pages.ts'
import { isVol1Elsewhere } from '../models/product-address.ts'
import type { ClientInfo } from '../services/request/request.server.ts'
import type { Services } from '../services/request/services.server.ts'
import {
  hasOnlyCartCookie,
  hasSignedCookie,
  plainCookie,
} from '../services/session/visitor-session.server.ts'
import { createPageCache, type FinishedPage, type Representation } from './page-cache.server.ts'

/** Fuller carts are rare: their pages are rendered for each visitor. */
const MAX_CART_COUNT = 20
const MAX_BYTES = 32 * 1024 * 1024
const FRESH_MS = 60_000
const STALE_MS = 24 * 3_600_000
/** Route id of the frame around every page; data without this route holds nothing personal. */
const FRAME_ROUTE = 'market'

/** The address at which a finished page is rendered: canonical, so that nothing else of a request gets into it. */
type StoredAddress = {
  readonly target: string
  /** The page's data for the client router, not its document. */
  readonly isData: boolean
  /** Data without the frame, which is the same for every visitor, with a cart or without. */
  readonly isFrameless: boolean
}

/** A page from memory; or what was rendered to be kept but must not be, without anything of the visitor in it. */
type FoundPage = { readonly finished: Representation } | { readonly rendered: Response }

type Options = {
  readonly services: Services
  /** Renders an address as a visitor without cookies, or with that many items in the cart, sees it. */
  readonly render: (url: URL, cartCount: number | null) => Promise<Response>
}

/**
 * Finished pages in memory. A page depends on its address, the query parameters that it knows
 * (`app/models/pages.ts`) and the number of items in the cart, and on nothing else of its visitor. Product: 8 Cacheable pages
 */
export function createFinishedPages({ services, render }: Options) {
  const cache = createPageCache({
    maxBytes: MAX_BYTES,
    freshFor: FRESH_MS,
    staleFor: STALE_MS,
    now: services.now,
    version: () => services.storefront.catalogueVersion(),
    // Each of them only grows, and so does the sum.
    generation: () => services.storefront.catalogueGeneration() + services.company.changes(),
    misses: () => services.storefront.catalogueMisses(),
  })

  /**
   * The number of items in the cart of a visitor of whom pages show nothing else; null for all others. After a
   * checkout was opened it is null too, since every page then checks whether the order was placed.
   */
  async function cartCountOf(cookie: string, pathname: string, secure: boolean): Promise<number | null> {
    const session = await services.sessions.open(cookie, secure)
    const cart = session.cart(marketOfPath(pathname))
    const count = itemCount(cart)
    return !session.hasCart || cart.remoteCartId !== null || count > MAX_CART_COUNT ? null : count
  }

  async function find(
    request: Request,
    origin: string,
    address: StoredAddress,
    cartCount: number | null,
  ): Promise<FoundPage> {
    const key = `${origin}${address.target} ${cartCount ?? ''}`
    const recipe = {
      render: () => render(new URL(address.target, origin), cartCount),
      cacheControl: cacheControlOf(address, cartCount),
    }
    const page = cache.peek(key, recipe) ?? (await cache.render(key, recipe))
    return page instanceof Response ? { rendered: page } : { finished: represent(page, request.headers) }
  }

  return {
    /**
     * The finished page for a GET or HEAD, rendered where there is none.
     * @param target path and query
     * @returns null where the page is rendered for each visitor
     */
    async get(request: Request, target: string, { origin, secure }: ClientInfo): Promise<FoundPage | null> {
      const address = storedAddress(target)
      if (address === null) return null
      const cookie = request.headers.get('Cookie')
      if (cookie === null || address.isFrameless) return find(request, origin, address, null)
      if (seesOwnFrame(cookie, target)) return null
      if (!hasSignedCookie(cookie)) return find(request, origin, address, null)
      if (!hasOnlyCartCookie(cookie) || address.isData) return null
      // What fails here fails in the routes too, which show a page for it.
      const count = await cartCountOf(cookie, target, secure).catch(() => null)
      return count === null ? null : find(request, origin, address, count)
    },
    clear: cache.clear,
    get bytes() {
      return cache.bytes
    },
  }
}

/**
 * Whether the frame shows what a visitor has stored in plain cookies: the line about their own market, and no cookie
 * notice. With JavaScript the answer to the notice is not a cookie, and the inline script hides it.
 */
function seesOwnFrame(cookie: string, target: string): boolean {
  const market = parseMarket(plainCookie(cookie, 'selected_market'))
  const isElsewhere = market !== null && market !== marketOfPath(target)
  return isElsewhere || plainCookie(cookie, 'cookieConsent') !== null
}

/** Whether the page only sends its visitors away, and tells each of them why. */
function isToldWhy(path: string): boolean {
  return isVol1Elsewhere(marketOfPath(path), path.slice(path.lastIndexOf('/') + 1))
}

/** @param target path and query of a request */
function storedAddress(target: string): StoredAddress | null {
  const at = target.indexOf('?')
  const pathname = at < 0 ? target : target.slice(0, at)
  const isData = isDataPath(pathname)
  const path = isData ? pathname.replace(/(?:\/_)?\.data$/, '') : pathname
  const page = pageOfAddress(path)
  if (!page || page.priority === null || isToldWhy(path)) return null
  if (at < 0) return { target, isData, isFrameless: false }
  const query = new URLSearchParams(target.slice(at))
  const search = storedQuery(page, query)
  const routes = isData ? query.get('_routes') : null
  if (search === null || (routes !== null && !areRoutesOf(page, path, routes))) return null
  const parameters = new URLSearchParams(search)
  if (routes !== null) parameters.set('_routes', routes)
  return {
    target: parameters.size > 0 ? `${pathname}?${parameters}` : pathname,
    isData,
    isFrameless: routes !== null && !routes.split(',').includes(FRAME_ROUTE),
  }
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

/** A page with a cart count may be stored by the shop only. */
function cacheControlOf({ isData }: StoredAddress, cartCount: number | null): string {
  if (cartCount !== null) return CACHE.personalPage
  return isData ? CACHE.sharedData : CACHE.sharedPage
}

/** The page in an encoding that the client accepts, or 304. */
function represent(page: FinishedPage, headers: Headers): Representation {
  if (matchesEtag(headers.get('If-None-Match'), page.etag)) return page.unchanged
  const encodings = acceptedEncodings(headers.get('Accept-Encoding') ?? '')
  if (encodings.includes('br')) return page.brotli
  return encodings.includes('gzip') ? page.gzip : page.identity
}
