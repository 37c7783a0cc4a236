import * as build from 'virtual:react-router/server-build'
import { createRequestHandler, RouterContextProvider } from 'react-router'
import { SPLASH_SCRIPT } from './components/layout/boot-script.tsx'
import { type RequestInfo, refusalContext, requestContext, servicesContext } from './context.ts'
import { CACHE } from './http.ts'
import type { Services } from './services/compose.server.ts'
import type { Config } from './services/env.server.ts'
import { fallbackErrorPage } from './services/pages/fallback-error-page.server.ts'
import { inlineHashesOf } from './services/pages/page-parts.server.ts'
import { documentOf, type RenderedResponse } from './services/pages/rendered-response.server.ts'
import {
  contentSecurityPolicy,
  inlineHashes,
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
type PageScope = Pick<RequestInfo, 'page' | 'shared' | 'cartCount'>
export const PERSONAL_PAGE: PageScope = { page: null, shared: false, cartCount: null }
/** A content page: it has no inline scripts but those around every page and those of content pages. */
const PLAIN_PATH = '/us/about'
const CRASH: Refusal = { status: 500, reason: 'crash' }

export type Respond = ReturnType<typeof createResponder>

type ResponderOptions = {
  readonly config: Config
  readonly services: Services
  /** Origin of the shop where there is no request to tell it. */
  readonly origin: () => string
}

/**
 * Creates the function that runs the routes and adds the response's security policy, cache rule and basic headers.
 */
export function createResponder({ config, services, origin }: ResponderOptions) {
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
    id: string,
  ): Promise<Response> {
    const context = new RouterContextProvider()
    context.set(servicesContext, services)
    context.set(requestContext, {
      id,
      ip: client.ip,
      origin: client.origin,
      secure: client.secure,
      now: services.now(),
      catalogueState: services.storefront.catalogueState(),
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
    id: string,
  ): Promise<Response | null> {
    const response = await runRoutes(request, client, refusal, scope, id)
    // API clients read the status; developers read React Router's own message.
    if (!isBareFailure(response) || expectsJson(request.headers) || policy.development) return response
    const { headers } = request
    const errorRequest = new Request(errorPageUrl(new URL(request.url)), { headers })
    const errorPage = await runRoutes(errorRequest, client, CRASH, PERSONAL_PAGE, id)
    return isBareFailure(errorPage) ? null : errorPage
  }

  let ownScripts: Promise<readonly string[]> | null = null

  /**
   * Hashes of our own inline scripts, read from a page without any content from elsewhere: every page has the same.
   */
  async function readOwnScripts(): Promise<readonly string[]> {
    if (policy.development) return []
    const request = new Request(new URL(PLAIN_PATH, origin()))
    const client = { ip: '', origin: origin(), secure: false }
    const scope = { ...PERSONAL_PAGE, shared: true }
    const response = await runRoutes(request, client, null, scope, 'own-scripts')
    if (!response.ok) ownScripts = null
    const splash = inlineHashes(`<script>${SPLASH_SCRIPT}</script>`)
    return [...inlineHashesOf(documentOf(response) ?? []).scripts, ...splash.scripts]
  }

  async function render(
    request: Request,
    client: ClientInfo,
    refusal: Refusal | null,
    scope: PageScope,
    id: string,
  ): Promise<RenderedResponse> {
    const response = await runWithErrorPage(request, client, refusal, scope, id)
    if (response === null) return fallbackErrorPage(id, client.secure)
    const document = documentOf(response)
    // The headers of a redirect or a fetched Response are immutable.
    const headers = document ? response.headers : new Headers(response.headers)
    headers.set('X-Request-Id', id)
    setBasicHeaders(headers, client.secure)
    const isHtml = headers.get('Content-Type')?.startsWith('text/html') ?? false
    const isShared = scope.shared && response.ok
    if (isHtml && !isShared) setWindowPolicy(headers)
    const body = document ?? Buffer.from(await response.arrayBuffer())
    if (isHtml && body.length > 0) {
      ownScripts ??= readOwnScripts()
      headers.set(
        'Content-Security-Policy',
        contentSecurityPolicy(document ? inlineHashesOf(document) : inlineHashes(body.toString()), {
          ...policy,
          scripts: await ownScripts,
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
  return response.status === 500 && documentOf(response) === null && type.startsWith('text/plain')
}
