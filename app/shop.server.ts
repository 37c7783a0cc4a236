import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { Hono } from 'hono'
import { type RequestIdVariables, requestId } from 'hono/request-id'
import { compressed, serveFiles } from './http.server.ts'
import { CACHE, isHost } from './models/http.ts'
import { normalizePath, pageAt } from './models/pages.ts'
import { lastResortPage } from './pages/last-resort-page.server.ts'
import { createPageCache } from './pages/page-cache.server.ts'
import { createRenderer, type Visit } from './pages/render.server.ts'
import { securityHeaders } from './pages/security-headers.server.ts'
import { type ComposeOptions, composeServices } from './services/compose.server.ts'
import type { Config } from './services/config/env.server.ts'
import { localOrigin } from './services/config/env.server.ts'
import { watchMissing } from './services/fresh/fresh-cache.server.ts'
import { createQueue } from './services/limits/limits.server.ts'
import { loggedPath } from './services/log/log.server.ts'
import {
  type ClientInfo,
  type Connection,
  createRequestScreen,
  describeClient,
  isKnownHost,
  publicAddressOf,
  type Refusal,
} from './services/request/request.server.ts'
import { forVisitor } from './services/upstream/upstream-error.server.ts'

export { canOpen, formatFindings } from './models/doctor.ts'
export { localOrigin, openingLines, parseConfig } from './services/config/env.server.ts'
export { ConfigError } from './services/config/problems.server.ts'
export { examineEnvironment } from './services/doctor/doctor.server.ts'
export { sendConsoleTo } from './services/log/log.server.ts'
export { recoverOwner } from './services/owner/recover.server.ts'
export { runSetup } from './services/store-setup/setup.server.ts'

const UNKNOWN_HOST: Refusal = { status: 400, reason: 'host' }
/** Logged if the client disconnected before the response; never sent. */
const CLIENT_CLOSED_REQUEST = 499
/** How many responses are rendered at a time, and how many wait: thousands at once would not fit into memory. */
const [MAX_RENDERED, MAX_WAITING] = [250, 1_000]

export type ShopOptions = Partial<Pick<ComposeOptions, 'log' | 'now' | 'pause'>> & {
  /** Origin of the shop where there is no request to tell it (mails, webhooks). */
  readonly origin?: () => string
  /** Folder of the built files; null where something else serves them. */
  readonly files?: string | null
}

/** What the middlewares of `shop` pass on about a request. */
type ShopEnv = {
  readonly Bindings: Connection
  readonly Variables: {
    client: ClientInfo
    isOurHost: boolean
    /** The response is a page from memory. */
    isCached?: true
    /** A response that was rendered for the page cache, but must not be stored. */
    rendered?: Response
  }
}

/** Composes the shop. Read the apps `site` and `shop` from top to bottom for what happens to a request. */
export async function createShop(config: Config, options: ShopOptions = {}) {
  const composed = await composeServices(config, {
    ...options,
    origin: options.origin ?? (() => config.publicOrigin ?? localOrigin(config, config.port)),
    deliverWebhook: (request) => handle(request, { address: '127.0.0.1', isShop: true }),
  })
  const { services, embedded } = composed
  const isDevelopment = config.mode === 'development'
  let isWarm = false
  void composed.warm.then(() => {
    isWarm = true
  })

  /** The last resort for failures outside the routes, whose own failures have a page of the shop. */
  function fail(error: Error, request: Request, id: string, client: ClientInfo | undefined): Response {
    if (request.signal.aborted) return new Response(null, { status: CLIENT_CLOSED_REQUEST })
    services.log.error({ err: error, requestId: id }, 'request failed outside the routes')
    const page = lastResortPage(id, client?.secure ?? false)
    page.headers.set('X-Request-Id', id)
    return page
  }

  /** The routes, with everything that their responses get. The page cache stores them as they come from here. */
  const render = createRenderer({ config, services })
  const inTurn = createQueue(MAX_RENDERED, MAX_WAITING)
  const site = new Hono<{ Bindings: Visit; Variables: RequestIdVariables }>()
    // 1. The request id, for error pages and log lines. Only a trusted proxy may choose it.
    .use(requestId({ headerName: config.trustProxy > 0 ? 'X-Request-Id' : '', limitLength: 64 }))
    .use((c, next) => forVisitor(c.env.client.ip, () => services.inRequest(c.get('requestId'), next)))
    // 2. The security headers.
    .use((c, next) => securityHeaders[c.env.client.secure ? 'https' : 'http'](c, next))
    // 3. Compression.
    .use(compressed)
    // 4. React Router.
    .all('*', async (c) => {
      const rendered = await inTurn(() => render(c.req.raw, c.get('requestId'), c.env))
      const response = rendered ?? tooBusy()
      response.headers.set('X-Request-Id', c.get('requestId'))
      return response
    })
    .onError((error, c) => fail(error, c.req.raw, c.get('requestId'), c.env.client))

  const pages = createPageCache({
    now: services.now,
    async render({ url, headers }) {
      const { origin, protocol } = new URL(url)
      const client = { ip: '', origin, secure: protocol === 'https:' }
      const request = new Request(url, { headers })
      const visit = { client, refusal: null }
      const { value, isComplete } = await watchMissing(async () => site.fetch(request, visit))
      return { response: value, isComplete }
    },
  })
  services.storefront.onRefresh(pages.clear)

  const screenRequest = createRequestScreen(services.webhookSecrets)
  const shop = new Hono<ShopEnv>()
  // 1. Files, which are the same on every host, and not logged. Then the readiness check for load balancers.
  for (const folder of fileFolders(options.files ?? null)) shop.use(serveFiles(folder))
  shop.get('/readyz', (c) =>
    c.json({ status: isWarm ? 'ready' : 'starting' }, isWarm ? 200 : 503, { 'Cache-Control': CACHE.none }),
  )
  // 2. One line in the log for each response, with its path but without the query.
  shop.use(async (c, next) => {
    const startedAt = performance.now()
    await next()
    const cached = c.get('isCached') === true
    // A page from memory has no id of this request, as it was rendered for an earlier one.
    const id = cached ? null : c.res.headers.get('X-Request-Id')
    const line = {
      method: c.req.method,
      path: loggedPath(c.req.path),
      status: c.env.outgoing?.destroyed ? CLIENT_CLOSED_REQUEST : c.res.status,
      ms: Math.round((performance.now() - startedAt) * 10) / 10,
      cached,
      ...(id && { requestId: id }),
    }
    services.log.info(line, 'request')
  })
  // 3. Identify the client and the host. Malformed hosts get a bare 400, unknown hosts an error page of the routes. The
  // public host with or without `www.` redirects to the public address.
  shop.use((c, next) => {
    const host = c.req.raw.headers.get('Host')
    if (host !== null && !isHost(host)) return badRequest()
    const isRead = c.req.method === 'GET' || c.req.method === 'HEAD'
    const publicAddress = isRead && publicAddressOf(c.req.raw, targetOf(c.req.url), config)
    if (publicAddress && c.req.path !== '/healthz') {
      c.header('Cache-Control', CACHE.secret)
      return Promise.resolve(c.redirect(publicAddress, 308))
    }
    const client = describeClient(c.req.raw, c.env, config)
    c.set('client', client)
    c.set('isOurHost', c.env.isShop === true || isKnownHost(c.req.raw, c.req.path, config))
    return next()
  })
  // 4. Pages from memory.
  shop.on(['GET', 'HEAD'], '*', async (c, next) => {
    if (isDevelopment || !c.get('isOurHost')) return next()
    const found = await pages.get(c.req.raw, targetOf(c.req.url), c.get('client').origin)
    if (found?.headers.has('ETag')) {
      c.set('isCached', true)
      return found
    }
    if (found) c.set('rendered', found)
    return next()
  })
  // 5. All other responses get their headers.
  shop.use((c, next) => securityHeaders[c.get('client').secure ? 'https' : 'http'](c, next))
  // 6. The embedded store at its own addresses, which do not exist with real services. It decides itself which methods it
  // allows.
  const { store } = embedded
  if (store)
    shop.all('/embedded/*', async (c, next) => {
      const client = c.get('client')
      if (!c.get('isOurHost')) return next()
      const { request, refusal, release } = await screenRequest(c.req.raw, new URL(c.req.url), client)
      if (refusal?.reason === 'busy') return tooBusy()
      const forStore = refusal === null ? request : refusal.reason === 'method' ? c.req.raw : null
      try {
        const reply = forStore && (await store.handle(forStore, client.ip))
        return reply ?? (await site.fetch(request, { client, refusal }))
      } finally {
        release()
      }
    })
  shop.all('*', async (c) => {
    const client = c.get('client')
    const rendered = c.get('rendered')
    if (rendered) return rendered
    if (!c.get('isOurHost')) return site.fetch(new Request(c.req.url), { client, refusal: UNKNOWN_HOST })
    const url = new URL(c.req.url)
    // 7. An address that was typed by hand (`/US/faq/`) redirects to its page. If it lacks the market, the route of that
    // page redirects.
    const path = normalizePath(url.pathname)
    const isTyped = path !== url.pathname
    const isRead = c.req.method === 'GET' || c.req.method === 'HEAD'
    if (isTyped && isRead && (pageAt(path) === null || path === '/'))
      return c.redirect(path + url.search, 308)
    // 8. Method, origin and size of what is sent.
    const incoming = isTyped && isRead ? new Request(new URL(path + url.search, url), c.req.raw) : c.req.raw
    const { request, refusal, isSigned, release } = await screenRequest(incoming, url, client)
    if (refusal?.reason === 'busy') return tooBusy()
    try {
      // 9. The routes.
      return await site.fetch(request, { client, refusal, isSigned })
    } finally {
      release()
    }
  })
  shop.onError((error, c) => fail(error, c.req.raw, randomUUID(), c.get('client')))

  function handle(request: Request, connection: Connection): Promise<Response> {
    return Promise.resolve(shop.fetch(request, connection))
  }

  return {
    handle,
    services,
    embedded,
    pages,
    /** Resolves once the catalogue was requested for the first time, whatever the outcome. */
    warm: composed.warm,
    close: composed.close,
  }
}

/** The folder of the built files, then that of the build before, whose hashed files open tabs still request. */
function fileFolders(files: string | null): string[] {
  if (files === null) return []
  const previous = join(files, '../previous')
  return existsSync(previous) ? [files, previous] : [files]
}

const badRequest = async () => new Response('Bad request\n', { status: 400 })

/** While visitors send or ask for more at a time than fits into memory. The store sends its webhooks again. */
const tooBusy = () =>
  new Response('The shop is very busy. Nothing was changed: please go back and try again.\n', {
    status: 503,
    headers: { 'Retry-After': '5', 'Cache-Control': CACHE.secret },
  })

/** Path and query of a URL; parsing it would cost more than sending a page. */
function targetOf(url: string): string {
  return url.slice(url.indexOf('/', url.indexOf('//') + 2))
}
