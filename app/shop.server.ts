import * as build from 'virtual:react-router/server-build'
import { createAnswers, type Described, OWN_PAGE } from './answer.server.ts'
import { CACHE, isSharedPage } from './http.ts'
import { itemCount } from './models/cart.ts'
import { marketOfPath } from './models/market.ts'
import { type ComposeOptions, composeServices } from './services/compose.server.ts'
import type { Config } from './services/env.server.ts'
import type { AnsweredRequest } from './services/metrics.server.ts'
import { createMethodsOf } from './services/pages/allowed-methods.server.ts'
import {
  finishAnswer,
  finishFor,
  isBareRefusal,
  isRedirect,
  type MadeAnswer,
  madeOf,
  type ReadyAnswer,
  responseOf,
  responseOfReady,
} from './services/pages/made-answer.server.ts'
import { type PageVariant, sharedAddress } from './services/pages/page-variant.server.ts'
import {
  createSharedPages,
  type PageAnswer,
  type PageRequest,
  pageRequest,
} from './services/pages/shared-pages.server.ts'
import { admit, borrowedPage, type Client, describeRequest, isAhead } from './services/request.server.ts'
import { hasOnlyCartCookie } from './services/session/visitor-session.server.ts'

export { ConfigError, parseConfig, readConfig } from './services/env.server.ts'

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
  const answer = createAnswers({ config, services, origin })
  const methodsOf = createMethodsOf(build.routes)
  const pages = createSharedPages({
    maxBytes: PAGE_CACHE_BYTES,
    freshFor: 60_000,
    staleFor: 24 * 3_600_000,
    now: services.now,
    version: () => services.storefront.catalogueVersion(),
    misses: () => services.storefront.catalogueMisses(),
    render: async (variant, origin) => responseOf(await answerVariant(variant, origin)),
  })
  /** Nothing of the asking visitor goes into the page but what the variant holds. */
  function answerVariant(variant: PageVariant, origin: string): Promise<MadeAnswer> {
    const { path, cartCount, headers } = variant
    const request = new Request(new URL(path, origin), { headers })
    const page = { page: origin + path, shared: true, cartCount }
    return answer(request, { ip: '', origin, secure: origin.startsWith('https:') }, null, page)
  }

  /**
   * Answers one visitor. A page that is shared but for them is asked for by the one address of what it shows, so that
   * nothing of their own gets into the parts that others see as well.
   */
  async function answerVisitor(request: Request, url: URL, described: Described): Promise<MadeAnswer> {
    const target = url.pathname + url.search
    const address = request.method === 'GET' ? sharedAddress(target) : null
    if (address === null) return answer(request, described, null)
    const { headers, signal } = request
    const asked = address === target ? request : new Request(new URL(address, url), { headers, signal })
    const made = await answer(asked, described, null, { ...OWN_PAGE, page: described.origin + address })
    return isRedirect(made.status) && asked !== request ? answer(request, described, null) : made
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
    const mayShare = refusal === null && request.method !== 'POST' && config.mode !== 'development'
    const asked = pageRequest(described.origin, url.pathname + url.search, request.headers)
    const count = mayShare ? await countOf(asked) : null
    const shared = mayShare ? ((await pages.get(asked)) ?? (await withCart(asked, count))) : null
    if (shared && !(shared instanceof Response))
      return request.method === 'HEAD' ? { ...shared, body: null } : shared
    // A shared page knows only the part of the query that it shows; who is sent on takes all of it along.
    if (shared && !(isRedirect(shared.status) && url.search)) return finishFor(request, await madeOf(shared))
    // What a browser asks for ahead may never be looked at: it gets what is finished, and nothing is done for it.
    if (isAhead(incoming.headers))
      return { status: 503, headers: { 'cache-control': CACHE.secret }, body: null }
    const rare = mayShare && request.method === 'GET' ? await rarePage(asked, count) : null
    if (rare) return rare
    const made = refusal
      ? await answer(request, described, refusal)
      : await answerVisitor(request, url, described)
    if (!isBareRefusal(made) || speaksJson(incoming.headers))
      return finishFor(request, withMethods(made, url.pathname))
    const page = new Request(borrowedPage(url), { headers: request.headers })
    const refused = await answer(page, described, { status: made.status, reason: 'method' })
    // Whoever may keep the refusal was settled where it was made.
    const policy = made.headers.get('Cache-Control')
    if (policy !== null) refused.headers.set('Cache-Control', policy)
    return finishFor(request, withMethods(refused, url.pathname))
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
  ): Promise<ReadyAnswer | null> | null {
    const asked = readPageRequest(target, header)
    if (asked === null || !hasOnlyCartCookie(asked.cookie) || pages.find(asked, 0) === null) return null
    return prepareFor(asked, isAhead({ get: (name) => header(name.toLowerCase()) ?? null }))
  }

  async function prepareFor(asked: PageRequest, ahead: boolean): Promise<ReadyAnswer | null> {
    const count = await countOf(asked)
    if (count === null) return null
    const answer = await withCart(asked, count)
    if (answer instanceof Response) return null
    return answer ?? (ahead ? null : rarePage(asked, count))
  }

  /** A page that shows nothing of its visitor but a count, and is one of too many to be kept. */
  async function rarePage(asked: PageRequest, count: number | null): Promise<ReadyAnswer | null> {
    const variant = pages.find(asked, count)
    if (variant === null || variant.isKept) return null
    const made = await answerVariant(variant, asked.origin)
    return isRedirect(made.status) ? null : finishAnswer(made, 'GET', asked.acceptEncoding)
  }

  /**
   * Pieces in the cart of a visitor of whom a page shows nothing else; null for everybody else. Once they went to the
   * checkout, every page asks first what became of that.
   */
  async function countOf(asked: PageRequest): Promise<number | null> {
    if (!hasOnlyCartCookie(asked.cookie) || !isSharedPage(asked.target.split('?', 1)[0] ?? '')) return null
    const session = await services.sessions.open(asked.cookie, asked.origin.startsWith('https:'))
    const cart = session.cart(marketOfPath(asked.target))
    const count = itemCount(cart)
    return !session.hasCart || cart.remoteCartId !== null || count > MOST_COUNTED ? null : count
  }

  /** The page for all with as many pieces in their cart. What is in it comes with the page's data. */
  async function withCart(asked: PageRequest, count: number | null): Promise<PageAnswer | Response | null> {
    if (count === null) return null
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

  // Loaded only where they are wanted.
  const metrics =
    config.metricsPort === null
      ? null
      : (await import('./services/metrics.server.ts')).createMetrics({ pageCacheBytes: () => pages.bytes })

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

const speaksJson = (headers: Headers) =>
  ['Content-Type', 'Accept'].some((name) => headers.get(name)?.startsWith('application/json') ?? false)
