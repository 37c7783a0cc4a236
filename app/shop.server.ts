import * as build from 'virtual:react-router/server-build'
import { CACHE } from './http.ts'
import { createResponder, PERSONAL_PAGE, type Respond } from './responder.server.ts'
import { type ComposeOptions, composeServices } from './services/compose.server.ts'
import { type Config, localOrigin } from './services/env.server.ts'
import type { AccessLogEntry } from './services/metrics.server.ts'
import { createAllowedMethods } from './services/pages/allowed-methods.server.ts'
import { fallbackErrorPage } from './services/pages/fallback-error-page.server.ts'
import { canonicalAddress } from './services/pages/page-variant.server.ts'
import {
  type BareRefusal,
  type EncodedResponse,
  encodeFor,
  encodeResponse,
  isBareRefusal,
  isRedirect,
  type RenderedResponse,
  readResponse,
  responseOfEncoded,
} from './services/pages/rendered-response.server.ts'
import { pageRequest } from './services/pages/shared-pages.server.ts'
import {
  type ClientInfo,
  type Connection,
  describeClient,
  errorPageUrl,
  expectsJson,
  isPrefetch,
  type Refusal,
  requestId,
  screenRequest,
} from './services/request.server.ts'
import { createSharedResponses, isKnownHost } from './shared-responses.server.ts'

export { isHost } from './http.ts'
export { ConfigError, localOrigin, openingLines, parseConfig, readConfig } from './services/env.server.ts'

const UNKNOWN_HOST: Refusal = { status: 400, reason: 'host' }

export type ShopOptions = Partial<Pick<ComposeOptions, 'log' | 'now'>> & {
  /** Origin of the shop where there is no request to tell it (mails, webhooks). */
  readonly origin?: () => string
}

/**
 * Composes the whole shop. `server.ts` tries these for every request, in this order:
 *
 *     tryCached           a page from the cache, for a GET without personal cookies; synchronous
 *       ↓ null
 *     tryCachedWithCart   the same for a visitor whose only personal cookie is a cart; asynchronous
 *       ↓ null
 *     static files
 *       ↓ no such file
 *     serve               screens the request, then: embedded store → shared pages → routes
 *
 * `logRequest` is called once for every response. `handle` is `serve` as a function from Request to Response, for tests and
 * for the webhooks of the embedded store.
 * @throws when an embedded server can't start
 */
export async function createShop(config: Config, options: ShopOptions = {}) {
  const origin = options.origin ?? (() => config.publicOrigin ?? localOrigin(config, config.port))
  const composed = await composeServices(config, {
    ...options,
    origin,
    deliverWebhook: (request) => handle(request, { address: '127.0.0.1', isShop: true }),
  })
  const { services, embedded } = composed
  const respond = createResponder({ config, services })
  const shared = createSharedResponses({ config, services, respond })
  const allowedMethods = createAllowedMethods(build.routes)

  /**
   * Serves a request. The response is encoded for the socket; those of the embedded servers are plain Responses.
   * @throws for an aborted request only
   */
  async function serve(incoming: Request, connection: Connection): Promise<EncodedResponse | Response> {
    const client = describeClient(incoming, connection, config)
    try {
      return await serveClient(incoming, connection, client)
    } catch (error) {
      if (incoming.signal.aborted) throw error
      const id = requestId(incoming, config)
      services.log.error({ err: error, requestId: id }, 'request failed outside the routes')
      return encodeResponse(fallbackErrorPage(id, client.secure), incoming.method, '')
    }
  }

  async function serveClient(
    incoming: Request,
    connection: Connection,
    client: ClientInfo,
  ): Promise<EncodedResponse | Response> {
    const url = new URL(incoming.url)
    const { request, refusal } =
      connection.isShop || isKnownHost(config, client.origin, url.pathname)
        ? await screenRequest(incoming, url, client.origin)
        : { request: new Request(incoming.url), refusal: UNKNOWN_HOST }
    // The embedded store decides itself which methods it allows.
    const forEmbedded = refusal?.reason === 'method' ? incoming : refusal === null ? request : null
    const fromEmbedded = forEmbedded && (await embedded.store?.handle(forEmbedded, client.ip))
    if (fromEmbedded) return fromEmbedded
    const canShare = refusal === null && request.method !== 'POST' && config.mode !== 'development'
    const isSpeculative = isPrefetch(incoming.headers)
    const fromShared = canShare ? await serveShared(request, url, client.origin, isSpeculative) : null
    if (fromShared) return fromShared
    // A prefetched page may never be shown: only pages that can be cached are rendered for it.
    if (isSpeculative) return { status: 503, headers: { 'cache-control': CACHE.secret }, body: null }
    const wantsPage = !expectsJson(incoming.headers)
    return encodeFor(request, await runRoutes(request, url, client, refusal, wantsPage))
  }

  /** Has the routes respond, and completes what React Router refuses by itself: with an error page and `Allow`. */
  async function runRoutes(
    request: Request,
    url: URL,
    client: ClientInfo,
    refusal: Refusal | null,
    wantsPage: boolean,
  ): Promise<RenderedResponse> {
    const rendered = refusal
      ? await respond(request, client, refusal)
      : await respondToVisitor(respond, request, url, client)
    const completed =
      wantsPage && isBareRefusal(rendered)
        ? await renderRefusalPage(respond, rendered, request, url, client)
        : rendered
    if (completed.status === 405 && !completed.headers.has('Allow'))
      completed.headers.set('Allow', allowedMethods(url.pathname))
    return completed
  }

  /** Serves a page that shows nothing of the visitor but a cart count; null where the page needs more of them. */
  async function serveShared(
    request: Request,
    url: URL,
    origin: string,
    isSpeculative: boolean,
  ): Promise<EncodedResponse | null> {
    const sharedRequest = pageRequest(origin, url.pathname + url.search, request.headers)
    const cartCount = await shared.cartCountOf(sharedRequest)
    const found = await shared.get(sharedRequest, cartCount)
    if (found && !(found instanceof Response))
      return request.method === 'HEAD' ? { ...found, body: null } : found
    // A shared page knows only the parameters that it shows; a redirect has to keep the whole query.
    if (found && !(isRedirect(found.status) && url.search))
      return encodeFor(request, await readResponse(found))
    return isSpeculative || request.method !== 'GET'
      ? null
      : shared.renderUncacheable(sharedRequest, cartCount)
  }

  async function handle(incoming: Request, connection: Connection): Promise<Response> {
    const served = await serve(incoming, connection)
    return served instanceof Response ? served : responseOfEncoded(served)
  }

  // Loaded on demand: most shops have no metrics port.
  const metrics =
    config.metricsPort === null
      ? null
      : (await import('./services/metrics.server.ts')).createMetrics({
          pageCacheBytes: () => shared.pages.bytes,
        })

  /** Records a response in the log, where the path has no query, and in the metrics, if there are any. */
  function logRequest(entry: AccessLogEntry & { readonly requestId?: string | undefined }): void {
    const ms = Math.round(entry.ms * 10) / 10
    services.log.info({ ...entry, path: entry.path.slice(0, 200), ms }, 'request')
    metrics?.observe(entry)
  }

  return {
    handle,
    serve,
    tryCached: shared.tryCached,
    tryCachedWithCart: shared.tryCachedWithCart,
    logRequest,
    metrics,
    /** Resolves once the catalogue was requested for the first time, whatever the outcome. */
    warm: composed.warm,
    services,
    embedded,
    pages: shared.pages,
    close: composed.close,
  }
}

export type Shop = Awaited<ReturnType<typeof createShop>>

/**
 * Responds to one visitor. A page that would be shared, but for a message or the like, is requested by its canonical
 * address, so that nothing of the visitor's own query gets into the fragments that are cached for all visitors.
 */
async function respondToVisitor(
  respond: Respond,
  request: Request,
  url: URL,
  client: ClientInfo,
): Promise<RenderedResponse> {
  const target = url.pathname + url.search
  const address = request.method === 'GET' ? canonicalAddress(target) : null
  if (address === null) return respond(request, client, null)
  const { headers, signal } = request
  const canonical = address === target ? request : new Request(new URL(address, url), { headers, signal })
  const rendered = await respond(canonical, client, null, PERSONAL_PAGE)
  // A redirect has to keep the whole query.
  const needsQuery = isRedirect(rendered.status) && canonical !== request
  return needsQuery ? respond(request, client, null) : rendered
}

/** Renders the error page for a refusal that React Router gave as JSON. */
async function renderRefusalPage(
  respond: Respond,
  refusal: BareRefusal,
  request: Request,
  url: URL,
  client: ClientInfo,
): Promise<RenderedResponse> {
  const page = new Request(errorPageUrl(url), { headers: request.headers })
  const refused = await respond(page, client, { status: refusal.status, reason: 'method' })
  // Where the refusal may be cached was decided by the route that refused.
  const cacheControl = refusal.headers.get('Cache-Control')
  if (cacheControl !== null) refused.headers.set('Cache-Control', cacheControl)
  return refused
}
