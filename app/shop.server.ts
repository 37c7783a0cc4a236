import * as build from 'virtual:react-router/server-build'
import { createRequestHandler, RouterContextProvider } from 'react-router'
import { refusalContext, requestContext, servicesContext } from './context.ts'
import { CACHE, isSharedPage } from './http.ts'
import { type ComposeOptions, composeServices } from './services/compose.server.ts'
import type { Config } from './services/env.server.ts'
import {
  type Bytes,
  compressed,
  createPageCache,
  type FinishedPage,
} from './services/pages/page-cache.server.ts'
import { pageVariant } from './services/pages/page-variant.server.ts'
import { contentSecurityPolicy, setBasicHeaders } from './services/pages/security-headers.server.ts'
import {
  type Client,
  describeRequest,
  isOwnOrigin,
  MAX_BODY_BYTES,
  type Refusal,
  requestId,
  withBody,
} from './services/request.server.ts'

export { ConfigError, parseConfig, readConfig } from './services/env.server.ts'

/** Posts to these come from services, not from pages: they prove themselves by signature or token. */
const MACHINE_PATHS = /^\/(webhooks|embedded\/(storefront|admin))\//
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
  const pages = createPageCache({
    maxBytes: PAGE_CACHE_BYTES,
    freshFor: 60_000,
    staleFor: 24 * 3_600_000,
    now: services.now,
    version: () => services.storefront.catalogueVersion(),
  })
  const policy = {
    mediaOrigins: config.storefront ? ['https://cdn.shopify.com'] : [],
    development: config.mode === 'development',
  }

  /** Runs the routes and makes the answer complete: policy, cache rules, basic headers. */
  async function answer(
    request: Request,
    described: ReturnType<typeof describeRequest>,
    refusal: Refusal | null,
  ) {
    const context = new RouterContextProvider()
    const id = requestId(request, config)
    context.set(servicesContext, services)
    context.set(requestContext, {
      id,
      ip: described.ip,
      origin: described.origin,
      secure: described.secure,
      now: services.now(),
    })
    context.set(refusalContext, refusal)
    const response = await render(request, context)
    const headers = new Headers(response.headers)
    headers.set('X-Request-Id', id)
    setBasicHeaders(headers, described.secure)
    const isHtml = headers.get('Content-Type')?.startsWith('text/html') ?? false
    const body = Buffer.from(await response.arrayBuffer())
    if (isHtml && body.length > 0)
      headers.set(
        'Content-Security-Policy',
        contentSecurityPolicy(body.toString(), {
          ...policy,
          formTargets: services.storefront.checkoutOrigins,
          secure: described.secure,
        }),
      )
    if (!headers.has('Cache-Control')) headers.set('Cache-Control', CACHE.personalPage)
    return new Response(body.length > 0 ? body : null, { status: response.status, headers })
  }

  async function handle(incoming: Request, client: Client): Promise<Response> {
    const described = describeRequest(incoming, client, config)
    const url = new URL(incoming.url)
    const { request, refusal } = await admit(incoming, url, described.origin)
    const fromEmbedded = refusal === null ? await embedded.store?.handle(request) : null
    if (fromEmbedded) return fromEmbedded
    const variant =
      refusal === null &&
      request.method === 'GET' &&
      config.mode !== 'development' &&
      isSharedPage(url.pathname)
        ? pageVariant(url, request.headers.get('Cookie'))
        : null
    if (variant !== null) {
      const key = `${described.origin}|${variant.key}`
      const make = () => anonymousAnswer(variant, described)
      const page = pages.peek(key, () => make) ?? (await pages.make(key, make))
      return page instanceof Response ? page : deliver(page, request.headers, variant.isData)
    }
    const response = await answer(request, described, refusal)
    return finish(response, request)
  }

  /** The page as any visitor without cookies sees it: nothing of the asking visitor goes into it. */
  function anonymousAnswer(
    variant: NonNullable<ReturnType<typeof pageVariant>>,
    described: ReturnType<typeof describeRequest>,
  ) {
    const request = new Request(new URL(variant.path, described.origin), { headers: variant.headers })
    return answer(request, { ...described, ip: '' }, null)
  }

  return {
    handle,
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
  const bodyless = () => new Request(request.url, { headers: request.headers })
  if (!['GET', 'HEAD', 'POST'].includes(request.method))
    return { request: bodyless(), refusal: { status: 405, reason: 'method' } }
  if (request.method !== 'POST') return { request, refusal: null }
  if (!MACHINE_PATHS.test(url.pathname) && !isOwnOrigin(request, origin))
    return { request: bodyless(), refusal: { status: 403, reason: 'origin' } }
  const limit = url.pathname.startsWith('/webhooks/') ? 1024 * 1024 : MAX_BODY_BYTES
  const read = await withBody(request, limit)
  return read
    ? { request: read, refusal: null }
    : { request: bodyless(), refusal: { status: 413, reason: 'body' } }
}

/** A finished page in the encoding the browser takes, or 304 when it has it already. */
function deliver(page: FinishedPage, asked: Headers, isData: boolean): Response {
  const headers = new Headers(page.headers as [string, string][])
  headers.set('Cache-Control', isData ? CACHE.sharedData : CACHE.sharedPage)
  headers.set('Vary', 'Accept-Encoding, Cookie')
  headers.set('ETag', page.etag)
  if (asked.get('If-None-Match')?.includes(page.etag)) return new Response(null, { status: 304, headers })
  const accepted = asked.get('Accept-Encoding') ?? ''
  if (page.brotli && /\bbr\b/.test(accepted)) return encoded(page.brotli, 'br', headers)
  if (/\bgzip\b/.test(accepted)) return encoded(page.gzip, 'gzip', headers)
  return encoded(page.identity, null, headers)
}

function encoded(body: Bytes, encoding: string | null, headers: Headers, status = 200): Response {
  if (encoding) headers.set('Content-Encoding', encoding)
  headers.set('Content-Length', String(body.length))
  return new Response(body, { status, headers })
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
  return encoded(body, encoding, headers, response.status)
}
