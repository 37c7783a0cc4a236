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
import { createMethodsOf } from './services/pages/allowed-methods.server.ts'
import {
  finishAnswer,
  type MadeAnswer,
  type ReadyAnswer,
  responseOf,
  responseOfReady,
  textOf,
} from './services/pages/made-answer.server.ts'
import type { PageVariant } from './services/pages/page-variant.server.ts'
import {
  contentSecurityPolicy,
  inlineHashes,
  setBasicHeaders,
} from './services/pages/security-headers.server.ts'
import { createSharedPages, type PageAnswer, type PageRequest } from './services/pages/shared-pages.server.ts'
import {
  admit,
  borrowedPage,
  type Client,
  describeRequest,
  isAhead,
  type Refusal,
  requestId,
} from './services/request.server.ts'
import { hasOnlyCartCookie } from './services/session/visitor-session.server.ts'

export { ConfigError, parseConfig, readConfig } from './services/env.server.ts'

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
  const methodsOf = createMethodsOf(build.routes)
  const pages = createSharedPages({
    maxBytes: PAGE_CACHE_BYTES,
    freshFor: 60_000,
    staleFor: 24 * 3_600_000,
    now: services.now,
    version: () => services.storefront.catalogueVersion(),
    // Nothing of the asking visitor goes into the page but what the variant holds.
    render: async (variant, origin) =>
      responseOf(
        await answer(
          new Request(new URL(variant.path, origin), { headers: variant.headers }),
          { ip: '', origin, secure: origin.startsWith('https:') },
          null,
          variant,
        ),
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
    return [...inlineHashes(textOf(response) ?? (await response.text())).scripts, ...splash.scripts]
  }

  /** Runs the routes and makes the answer complete: policy, cache rules, basic headers. */
  async function answer(
    request: Request,
    described: ReturnType<typeof describeRequest>,
    refusal: Refusal | null,
    variant: Variant | null = null,
  ): Promise<MadeAnswer> {
    const id = requestId(request, config)
    const response = await run(request, described, refusal, variant, id)
    const headers = new Headers(response.headers)
    headers.set('X-Request-Id', id)
    setBasicHeaders(headers, described.secure)
    const isHtml = headers.get('Content-Type')?.startsWith('text/html') ?? false
    const text = textOf(response)
    const body = text ?? Buffer.from(await response.arrayBuffer())
    if (isHtml && body.length > 0) {
      if (response.status === 200 && isSharedPage(new URL(request.url).pathname))
        headers.set('Speculation-Rules', '"/speculation-rules.json"')
      ownScripts ??= learnScripts()
      headers.set(
        'Content-Security-Policy',
        contentSecurityPolicy(text ?? body.toString(), {
          ...policy,
          scripts: await ownScripts,
          formTargets: services.storefront.checkoutOrigins,
          secure: described.secure,
        }),
      )
    }
    if (!headers.has('Cache-Control')) headers.set('Cache-Control', CACHE.personalPage)
    return { status: response.status, headers, body: body.length > 0 ? body : null }
  }

  /** Answers a request, ready for a socket; a Response comes from what is embedded. */
  async function serve(incoming: Request, client: Client): Promise<ReadyAnswer | Response> {
    const described = describeRequest(incoming, client, config)
    const url = new URL(incoming.url)
    const { request, refusal } = isKnownHost(described.origin, url.pathname)
      ? await admit(incoming, url, described.origin)
      : { request: new Request(incoming.url), refusal: { status: 400, reason: 'host' } as const }
    const fromEmbedded = refusal === null ? await embedded.store?.handle(request) : null
    if (fromEmbedded) return fromEmbedded
    if (refusal === null && request.method !== 'POST' && config.mode !== 'development') {
      const asked = pageRequest(described.origin, url.pathname + url.search, request.headers)
      const shared = (await pages.get(asked)) ?? (await withCart(asked))
      if (shared && !(shared instanceof Response))
        return request.method === 'HEAD' ? { ...shared, body: null } : shared
      // A shared page knows only the part of the query that it shows; who is sent on takes all of it along.
      if (shared && !(isRedirect(shared.status) && url.search))
        return finishAnswer(await madeOf(shared), request)
    }
    // What a browser asks for ahead may never be looked at: it gets what is finished, and nothing is done for it.
    if (isAhead(incoming.headers))
      return { status: 503, headers: { 'cache-control': CACHE.secret }, body: null }
    const made = await answer(request, described, refusal)
    if (!isBareRefusal(made)) return finishAnswer(withMethods(made, url.pathname), request)
    const page = new Request(borrowedPage(url), { headers: request.headers })
    const refused = await answer(page, described, { status: made.status, reason: 'method' })
    return finishAnswer(withMethods(refused, url.pathname), request)
  }

  /** A door that does not open this way says which ways it opens. */
  function withMethods(made: MadeAnswer, pathname: string): MadeAnswer {
    if (made.status === 405 && !made.headers.has('Allow')) made.headers.set('Allow', methodsOf(pathname))
    return made
  }

  /** The same as a Response. */
  async function handle(incoming: Request, client: Client): Promise<Response> {
    const answer = await serve(incoming, client)
    return answer instanceof Response ? answer : responseOfReady(answer)
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
    serve,
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

const isRedirect = (status: number) => status >= 300 && status < 400

type BareRefusal = MadeAnswer & { readonly status: 400 | 404 | 405 }

/** What the framework answers for a route without a page: JSON, of no use to whoever sees it. */
function isBareRefusal(made: MadeAnswer): made is BareRefusal {
  const isJson = made.headers.get('Content-Type')?.startsWith('application/json') ?? false
  return isJson && (made.status === 400 || made.status === 404 || made.status === 405)
}

async function madeOf(response: Response): Promise<MadeAnswer> {
  const { status, headers, body } = response
  return { status, headers, body: body && Buffer.from(await response.arrayBuffer()) }
}
