import { isSharedPage } from './http.ts'
import { itemCount } from './models/cart.ts'
import { marketOfPath } from './models/market.ts'
import type { Respond } from './responder.server.ts'
import type { Services } from './services/compose.server.ts'
import { allowsHost, type Config } from './services/env.server.ts'
import type { PageVariant } from './services/pages/page-variant.server.ts'
import {
  type EncodedResponse,
  encodeResponse,
  isRedirect,
  type RenderedResponse,
  responseOfRendered,
} from './services/pages/rendered-response.server.ts'
import {
  type CachedResponse,
  createSharedPages,
  type PageRequest,
  pageRequest,
} from './services/pages/shared-pages.server.ts'
import { isPrefetch } from './services/request.server.ts'
import { hasOnlyCartCookie } from './services/session/visitor-session.server.ts'

/** Fuller carts are rare: their pages are rendered for each visitor. */
const MAX_CACHED_CART_COUNT = 20
const PAGE_CACHE_BYTES = 32 * 1024 * 1024
const FRESH_MS = 60_000
const STALE_MS = 24 * 3_600_000

/** Reads a request header by its lower-case name. */
type ReadHeader = (name: string) => string | undefined

type Options = {
  readonly config: Config
  readonly services: Services
  readonly respond: Respond
}

/** Responses that show nothing of their visitor, or only the number of items in the cart. */
export function createSharedResponses({ config, services, respond }: Options) {
  const pages = createSharedPages({
    maxBytes: PAGE_CACHE_BYTES,
    freshFor: FRESH_MS,
    staleFor: STALE_MS,
    now: services.now,
    version: () => services.storefront.catalogueVersion(),
    misses: () => services.storefront.catalogueMisses(),
    render: async (variant, origin) => responseOfRendered(await renderVariant(variant, origin)),
  })

  /** Renders a page from its variant alone: nothing else of the requesting visitor can get into it. */
  function renderVariant(variant: PageVariant, origin: string): Promise<RenderedResponse> {
    const { path, cartCount, headers } = variant
    const request = new Request(new URL(path, origin), { headers })
    const scope = { shared: true, cartCount }
    return respond(request, { ip: '', origin, secure: origin.startsWith('https:') }, null, scope)
  }

  /**
   * The page for all visitors with this many items in the cart. The browser fetches the cart's contents separately.
   */
  async function getWithCart(
    request: PageRequest,
    cartCount: number | null,
  ): Promise<CachedResponse | Response | null> {
    return cartCount === null ? null : pages.get(request, cartCount)
  }

  /** Renders a shared page that has too many variants to be cached; null where the page can be cached. */
  async function renderUncacheable(
    request: PageRequest,
    cartCount: number | null,
  ): Promise<EncodedResponse | null> {
    const variant = pages.variantOf(request, cartCount)
    if (variant === null || variant.isCacheable) return null
    const rendered = await renderVariant(variant, request.origin)
    return isRedirect(rendered.status) ? null : encodeResponse(rendered, 'GET', request.acceptEncoding)
  }

  async function serveWithCart(
    request: PageRequest,
    isSpeculative: boolean,
  ): Promise<EncodedResponse | null> {
    const cartCount = await cartCountOf(services, request)
    if (cartCount === null) return null
    const found = await getWithCart(request, cartCount)
    if (found instanceof Response) return null
    return found ?? (isSpeculative ? null : renderUncacheable(request, cartCount))
  }

  return {
    pages,
    renderUncacheable,
    cartCountOf: (request: PageRequest) => cartCountOf(services, request),

    /**
     * The shared page, rendered if it is not in the cache.
     * @returns a Response where it must not be cached; null where the request is not for a shared page
     */
    async get(request: PageRequest, cartCount: number | null): Promise<CachedResponse | Response | null> {
      return (await pages.get(request)) ?? getWithCart(request, cartCount)
    },

    /**
     * The cached page for a plain GET, without building a Request, running a route or awaiting anything.
     * @param target path and query
     * @returns null where `tryCachedWithCart` comes next
     */
    tryCached(target: string, readHeader: ReadHeader): CachedResponse | null {
      const request = readPageRequest(config, target, readHeader)
      return request && pages.peek(request)
    },

    /**
     * The same for a visitor with a cart, whose page is rendered if it is not in the cache.
     * @param target path and query
     * @returns null, at once or later, where the page depends on more than the cart count: `serve` comes next
     */
    tryCachedWithCart(target: string, readHeader: ReadHeader): Promise<EncodedResponse | null> | null {
      const request = readPageRequest(config, target, readHeader)
      if (request === null || !hasOnlyCartCookie(request.cookie) || pages.variantOf(request, 0) === null)
        return null
      return serveWithCart(request, isPrefetch(toHeaders(readHeader)))
    },
  }
}

/**
 * The number of items in the cart, for a visitor of whom a page shows nothing else; null for all others. After a
 * checkout was opened it is null too, since every page then checks whether the order was placed.
 */
async function cartCountOf({ sessions }: Services, request: PageRequest): Promise<number | null> {
  if (!hasOnlyCartCookie(request.cookie) || !isSharedPage(request.target.split('?', 1)[0] ?? '')) return null
  const session = await sessions.open(request.cookie, request.origin.startsWith('https:'))
  const cart = session.cart(marketOfPath(request.target))
  const count = itemCount(cart)
  return !session.hasCart || cart.remoteCartId !== null || count > MAX_CACHED_CART_COUNT ? null : count
}

/** Whether the shop serves this host. Health checks address the instance itself, so they are always allowed. */
export function isKnownHost({ allowedHosts }: Config, origin: string, pathname: string): boolean {
  return allowedHosts === null || allowsHost(allowedHosts, origin) || pathname === '/healthz'
}

/** Reads a page request from raw headers; null where the origin can only be told with the whole Request. */
function readPageRequest(config: Config, target: string, readHeader: ReadHeader): PageRequest | null {
  if (config.mode === 'development' || (config.trustProxy > 0 && !config.publicOrigin)) return null
  const origin = config.publicOrigin ?? `http://${readHeader('host')?.toLowerCase()}`
  if (config.allowedHosts && !(URL.canParse(origin) && isKnownHost(config, origin, target))) return null
  return pageRequest(origin, target, toHeaders(readHeader))
}

function toHeaders(readHeader: ReadHeader) {
  return { get: (name: string) => readHeader(name.toLowerCase()) ?? null }
}
