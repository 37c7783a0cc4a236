import * as build from 'virtual:react-router/server-build'
import { createRequestHandler, RouterContextProvider } from 'react-router'
import { SPLASH_SCRIPT } from './components/layout/boot-script.tsx'
import { refusalContext, requestContext, servicesContext } from './context.ts'
import { CACHE, isSharedPage } from './http.ts'
import { itemCount } from './models/cart.ts'
import { marketOfPath } from './models/market.ts'
import { type ComposeOptions, composeServices } from './services/compose.server.ts'
import type { Config } from './services/env.server.ts'
import { type AnsweredRequest, createMetrics } from './services/metrics.server.ts'
import { compressed } from './services/pages/page-cache.server.ts'
import type { PageVariant } from './services/pages/page-variant.server.ts'
import {
  contentSecurityPolicy,
  inlineHashes,
  setBasicHeaders,
} from './services/pages/security-headers.server.ts'
import { createSharedPages, type PageAnswer, type PageRequest } from './services/pages/shared-pages.server.ts'
import {
  type Client,
  describeRequest,
  isAhead,
  isDecodable,
  isOwnOrigin,
  MAX_BODY_BYTES,
  type Refusal,
  requestId,
  withBody,
} from './services/request.server.ts'
import { hasOnlyCartCookie } from './services/session/visitor-session.server.ts'

export { ConfigError, parseConfig, readConfig } from './services/env.server.ts'

/** Posts to these come from services, not from pages: they prove themselves by signature or token. */
const MACHINE_PATHS = /^\/(webhooks|embedded\/(storefront|admin))\//
const PAGELESS_PATHS = /^\/(market|consent|(us|uk)\/(checkout|cart\/changes))$/
/** Of a page that is kept: what it shows of those who see it. */
type Variant = Pick<PageVariant, 'cartCount'>
const PLAIN: Variant = { cartCount: null }
/** Fuller carts are rare: their pages are made one by one. */
const MOST_COUNTED = 20
const PAGE_CACHE_BYTES = 32 * 1024 * 1024

export type ShopOptions = Partial<Pick<ComposeOptions, 'log' | 'now'>> & {
  /** Where the shop is reached when a request does not say so (mails, webhooks). */
  readonly origin?: () => string
}

/**
 * The whole shop as one function from Request to Response.
 * @throws when an embedded server can't start
 */
export async function createShop(config: Config, options: ShopOptions = {}) {
  const origin = options.origin ?? (() => config.publicOrigin ?? `http://localhost:${config.port}`)
  const composed = await composeServices(config, {
    ...options,
    origin,
    deliverWebhook: (request) => handle(request, { address: '127.0.0.1' }),
  })
  const { services, embedded } = composed
  const render = createRequestHandler(build, config.mode)
  const pages = createSharedPages({
    maxBytes: PAGE_CACHE_BYTES,
    freshFor: 60_000,
    staleFor: 24 * 3_600_000,
    now: services.now,
    version: () => services.storefront.catalogueVersion(),
    // Nothing of the asking visitor goes into the page but what the variant holds.
    render: (variant, origin) =>
      answer(
        new Request(new URL(variant.path, origin), { headers: variant.headers }),
        { ip: '', origin, secure: origin.startsWith('https:') },
        null,
        variant,
      ),
  })
  const policy = {
    mediaOrigins: config.storefront ? ['https://cdn.shopify.com'] : [],
    development: config.mode === 'development',
  }

  /** Runs the routes. */
  function run(
    request: Request,
    described: ReturnType<typeof describeRequest>,
    refusal: Refusal | null,
    variant: Variant | null,
    id: string,
  ): Promise<Response> {
    const context = new RouterContextProvider()
    context.set(servicesContext, services)
    context.set(requestContext, {
      id,
      ip: described.ip,
      origin: described.origin,
      secure: described.secure,
      now: services.now(),
      shared: variant !== null,
      cartCount: variant?.cartCount ?? null,
    })
    context.set(refusalContext, refusal)
    return render(request, context)
  }

  let ownScripts: Promise<readonly string[]> | null = null

  /** Hashes of the inline scripts of a page that has nothing in it but what we wrote: every page has these. */
  async function learnScripts(): Promise<readonly string[]> {
    if (policy.development) return []
    const page = new Request(new URL('/us/about', origin()))
    const response = await run(page, { ip: '', origin: origin(), secure: false }, null, PLAIN, 'own-scripts')
    if (!response.ok) ownScripts = null
    const splash = inlineHashes(`<script>${SPLASH_SCRIPT}</script>`)
    return [...inlineHashes(await response.text()).scripts, ...splash.scripts]
  }

  /** Runs the routes and makes the answer complete: policy, cache rules, basic headers. */
  async function answer(
    request: Request,
    described: ReturnType<typeof describeRequest>,
    refusal: Refusal | null,
    variant: Variant | null = null,
  ) {
    const id = requestId(request, config)
    const response = await run(request, described, refusal, variant, id)
    const headers = new Headers(response.headers)
    headers.set('X-Request-Id', id)
    setBasicHeaders(headers, described.secure)
    const isHtml = headers.get('Content-Type')?.startsWith('text/html') ?? false
    const body = Buffer.from(await response.arrayBuffer())
    if (isHtml && body.length > 0) {
      if (response.status === 200 && isSharedPage(new URL(request.url).pathname))
        headers.set('Speculation-Rules', '"/speculation-rules.json"')
      ownScripts ??= learnScripts()
      headers.set(
        'Content-Security-Policy',
        contentSecurityPolicy(body.toString(), {
          ...policy,
          scripts: await ownScripts,
          formTargets: services.storefront.checkoutOrigins,
          secure: described.secure,
        }),
      )
    }
    if (!headers.has('Cache-Control')) headers.set('Cache-Control', CACHE.personalPage)
    return new Response(body.length > 0 ? body : null, { status: response.status, headers })
  }

  async function handle(incoming: Request, client: Client): Promise<Response> {
    const described = describeRequest(incoming, client, config)
    const url = new URL(incoming.url)
    const { request, refusal } = isKnownHost(described.origin, url.pathname)
      ? await admit(incoming, url, described.origin)
      : { request: new Request(incoming.url), refusal: { status: 400, reason: 'host' } as const }
    const fromEmbedded = refusal === null ? await embedded.store?.handle(request) : null
    if (fromEmbedded) return fromEmbedded
    if (refusal === null && request.method === 'GET' && config.mode !== 'development') {
      const asked = pageRequest(described.origin, url.pathname + url.search, request.headers)
      const shared = (await pages.get(asked)) ?? (await withCart(asked))
      if (shared instanceof Response) return finish(shared, request)
      if (shared) return new Response(shared.body, { status: shared.status, headers: shared.headers })
    }
    // What a browser asks for ahead may never be looked at: it gets what is finished, and nothing is done for it.
    if (isAhead(incoming.headers))
      return new Response(null, { status: 503, headers: { 'Cache-Control': CACHE.secret } })
    return finish(await answer(request, described, refusal), request)
  }

  /** Whether the shop answers for this host at all. Health checks come by address, so they always may. */
  function isKnownHost(address: string, pathname: string): boolean {
    const { host, hostname } = new URL(address)
    const allowed = config.allowedHosts
    return allowed === null || allowed.includes(host) || allowed.includes(hostname) || pathname === '/healthz'
  }

  /**
   * The finished page for a plain GET, if it lies ready: the way of nearly all visitors, without a Request, a route or
   * a wait. Null sends the caller to `handle`.
   */
  function peek(target: string, header: (name: string) => string | undefined) {
    const asked = readPageRequest(target, header)
    return asked && pages.peek(asked)
  }

  /** The same for a visitor who has a cart; null if the page depends on anything else of theirs. */
  function prepare(
    target: string,
    header: (name: string) => string | undefined,
  ): Promise<PageAnswer | null> | null {
    const asked = readPageRequest(target, header)
    if (asked === null || !hasOnlyCartCookie(asked.cookie)) return null
    return withCart(asked).then((answer) => (answer instanceof Response ? null : answer))
  }

  /**
   * The page for a visitor of whom it shows nothing but how many pieces are in their cart. What is in it comes with the
   * page's data. Once they went to the checkout, every page asks first what became of that.
   */
  async function withCart(asked: PageRequest): Promise<PageAnswer | Response | null> {
    if (!hasOnlyCartCookie(asked.cookie) || !isSharedPage(asked.target.split('?', 1)[0] ?? '')) return null
    const session = await services.sessions.open(asked.cookie, asked.origin.startsWith('https:'))
    const cart = session.cart(marketOfPath(asked.target))
    const count = itemCount(cart)
    if (!session.hasCart || cart.remoteCartId !== null || count > MOST_COUNTED) return null
    const answer = await pages.get(asked, count)
    if (answer instanceof Response) answer.headers.set('Cache-Control', CACHE.personalPage)
    return answer
  }

  function readPageRequest(target: string, header: (name: string) => string | undefined): PageRequest | null {
    if (config.mode === 'development' || (config.trustProxy > 0 && !config.publicOrigin)) return null
    const origin = config.publicOrigin ?? `http://${header('host')?.toLowerCase()}`
    if (config.allowedHosts && !(URL.canParse(origin) && isKnownHost(origin, target))) return null
    return pageRequest(origin, target, { get: (name) => header(name.toLowerCase()) ?? null })
  }

  const metrics = config.metricsPort === null ? null : createMetrics({ pageCacheBytes: () => pages.bytes })

  /** Writes an answered request down: a line in the log, without the query, and the metrics when they are wanted. */
  function record(answered: AnsweredRequest & { readonly requestId?: string | undefined }): void {
    const ms = Math.round(answered.ms * 10) / 10
    services.log.info({ ...answered, path: answered.path.slice(0, 200), ms }, 'request')
    metrics?.observe(answered)
  }

  return {
    handle,
    peek,
    prepare,
    record,
    metrics,
    /** Resolves when the catalogue was asked for once, whatever came of it. */
    warm: composed.warm,
    services,
    embedded,
    pages,
    close: composed.close,
  }
}

export type Shop = Awaited<ReturnType<typeof createShop>>

/** Turns away what no route should see, and reads the body of what remains. */
async function admit(
  request: Request,
  url: URL,
  origin: string,
): Promise<{ request: Request; refusal: Refusal | null }> {
  // Addresses without a page of their own borrow one, so that the refusal has the look of the shop.
  const address = PAGELESS_PATHS.test(url.pathname)
    ? new URL(`/${marketOfPath(url.pathname)}/refused`, url)
    : url
  const bodyless = () => new Request(address, { headers: request.headers })
  if (!isDecodable(url.pathname)) {
    const nowhere = new URL(`/${marketOfPath(url.pathname)}/refused`, url)
    return {
      request: new Request(nowhere, { headers: request.headers }),
      refusal: { status: 404, reason: 'path' },
    }
  }
  if (!['GET', 'HEAD', 'POST'].includes(request.method))
    return { request: bodyless(), refusal: { status: 405, reason: 'method' } }
  if (request.method !== 'POST') return { request, refusal: null }
  if (!MACHINE_PATHS.test(url.pathname) && !isOwnOrigin(request, origin))
    return { request: bodyless(), refusal: { status: 403, reason: 'origin' } }
  const limit = url.pathname.startsWith('/webhooks/') ? 1024 * 1024 : MAX_BODY_BYTES
  const read = await withBody(request, limit, origin)
  return read
    ? { request: read, refusal: null }
    : { request: bodyless(), refusal: { status: 413, reason: 'body' } }
}

function pageRequest(
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

/** Compresses an answer made for one visitor. */
async function finish(response: Response, request: Request): Promise<Response> {
  const headers = new Headers(response.headers)
  headers.set('Vary', 'Accept-Encoding, Cookie')
  const isText = /text|json|xml|x-script/.test(headers.get('Content-Type') ?? '')
  if (request.method === 'HEAD' || response.body === null || !isText)
    return new Response(response.body, { status: response.status, headers })
  const plain = Buffer.from(await response.arrayBuffer())
  const { body, encoding } = await compressed(plain, request.headers.get('Accept-Encoding'))
  if (encoding) headers.set('Content-Encoding', encoding)
  headers.set('Content-Length', String(body.length))
  return new Response(body, { status: response.status, headers })
}
