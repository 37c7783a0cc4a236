import { randomBytes } from 'node:crypto'
import * as build from 'virtual:react-router/server-build'
import { createRequestHandler, RouterContextProvider } from 'react-router'
import { type RequestInfo, refusalContext, requestContext, servicesContext } from './context.ts'
import { CACHE } from './http.ts'
import type { Services } from './services/compose.server.ts'
import type { Config } from './services/env.server.ts'
import { fallbackErrorPage } from './services/pages/fallback-error-page.server.ts'
import type { Bytes } from './services/pages/page-cache.server.ts'
import type { RenderedResponse } from './services/pages/rendered-response.server.ts'
import {
  allowNoncedScripts,
  contentSecurityPolicy,
  setBasicHeaders,
  setWindowPolicy,
} from './services/pages/security-headers.server.ts'
import {
  type ClientInfo,
  errorPageUrl,
  expectsJson,
  type Refusal,
  requestId,
} from './services/request.server.ts'

/** How far a page may depend on its visitor. */
type PageScope = Pick<RequestInfo, 'shared' | 'cartCount'>
export const PERSONAL_PAGE: PageScope = { shared: false, cartCount: null }
const CRASH: Refusal = { status: 500, reason: 'crash' }

type RenderIds = { readonly id: string; readonly nonce: string }

export type Respond = ReturnType<typeof createResponder>

type ResponderOptions = {
  readonly config: Config
  readonly services: Services
}

/**
 * Creates the function that runs the routes and adds the response's security policy, cache rule and basic headers.
 */
export function createResponder({ config, services }: ResponderOptions) {
  const handleRequest = createRequestHandler(build, config.mode)
  const policy = {
    mediaOrigins: config.storefront ? ['https://cdn.shopify.com'] : [],
    development: config.mode === 'development',
  }

  function runRoutes(
    request: Request,
    client: ClientInfo,
    refusal: Refusal | null,
    scope: PageScope,
    { id, nonce }: RenderIds,
  ): Promise<Response> {
    const context = new RouterContextProvider()
    context.set(servicesContext, services)
    context.set(requestContext, {
      id,
      ip: client.ip,
      origin: client.origin,
      secure: client.secure,
      nonce,
      now: services.now(),
      ...scope,
    })
    context.set(refusalContext, refusal)
    return handleRequest(request, context)
  }

  /**
   * Runs the routes. An error that no boundary caught, in the rendering or in a route without a page, gives the error
   * page, rendered at an address that does not involve the failing code.
   * @returns null where the error page fails as well
   */
  async function runWithErrorPage(
    request: Request,
    client: ClientInfo,
    refusal: Refusal | null,
    scope: PageScope,
    ids: RenderIds,
  ): Promise<Response | null> {
    const response = await runRoutes(request, client, refusal, scope, ids)
    // API clients read the status; developers read React Router's own message.
    if (!isBareFailure(response) || expectsJson(request.headers) || policy.development) return response
    const { headers } = request
    const errorRequest = new Request(errorPageUrl(new URL(request.url)), { headers })
    const errorPage = await runRoutes(errorRequest, client, CRASH, PERSONAL_PAGE, ids)
    return isBareFailure(errorPage) ? null : errorPage
  }

  async function render(
    request: Request,
    client: ClientInfo,
    refusal: Refusal | null,
    scope: PageScope,
    id: string,
  ): Promise<RenderedResponse> {
    const nonce = randomBytes(16).toString('base64')
    const response = await runWithErrorPage(request, client, refusal, scope, { id, nonce })
    if (response === null) return fallbackErrorPage(id, client.secure)
    // The headers of a redirect or a fetched Response are immutable.
    const headers = new Headers(response.headers)
    headers.set('X-Request-Id', id)
    setBasicHeaders(headers, client.secure)
    let body: Bytes = Buffer.from(await response.arrayBuffer())
    if (headers.get('Content-Type')?.startsWith('text/html')) {
      if (!scope.shared || !response.ok) setWindowPolicy(headers)
      const page = allowNoncedScripts(body.toString(), nonce)
      body = Buffer.from(page.html)
      headers.set(
        'Content-Security-Policy',
        contentSecurityPolicy(page, {
          ...policy,
          formTargets: services.storefront.checkoutOrigins(),
          secure: client.secure,
        }),
      )
    }
    if (response.status === 500) headers.set('Cache-Control', CACHE.secret)
    else if (!headers.has('Cache-Control')) headers.set('Cache-Control', CACHE.personalPage)
    return { status: response.status, headers, body: body.length > 0 ? body : null }
  }

  return function respond(
    request: Request,
    client: ClientInfo,
    refusal: Refusal | null,
    scope = PERSONAL_PAGE,
  ): Promise<RenderedResponse> {
    const id = requestId(request, config)
    return services.inRequest(id, () => render(request, client, refusal, scope, id))
  }
}

/** Whether React Router gave up without a page: the rendering failed, or a route without a page threw. */
function isBareFailure(response: Response): boolean {
  const type = response.headers.get('Content-Type') ?? 'text/plain'
  return response.status === 500 && type.startsWith('text/plain')
}
