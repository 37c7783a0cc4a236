import * as build from 'virtual:react-router/server-build'
import { createRequestHandler, RouterContextProvider } from 'react-router'
import { SPLASH_SCRIPT } from './components/layout/boot-script.tsx'
import { type RequestInfo, refusalContext, requestContext, servicesContext } from './context.ts'
import { CACHE } from './http.ts'
import type { Services } from './services/compose.server.ts'
import type { Config } from './services/env.server.ts'
import { lastAnswer } from './services/pages/last-answer.server.ts'
import { documentOf, type MadeAnswer } from './services/pages/made-answer.server.ts'
import { inlineHashesOf } from './services/pages/page-parts.server.ts'
import {
  contentSecurityPolicy,
  inlineHashes,
  setBasicHeaders,
  setWindowPolicy,
} from './services/pages/security-headers.server.ts'
import {
  borrowedPage,
  type describeRequest,
  type Refusal,
  requestId,
  speaksJson,
} from './services/request.server.ts'

/** What a page is made of: nobody's own things when it is shared, and no more than a count of a cart. */
type AskedPage = Pick<RequestInfo, 'page' | 'shared' | 'cartCount'>
export const OWN_PAGE: AskedPage = { page: null, shared: false, cartCount: null }
const PLAIN_PATH = '/us/about'
const CRASH: Refusal = { status: 500, reason: 'crash' }

export type Answer = ReturnType<typeof createAnswers>
export type Described = ReturnType<typeof describeRequest>

type AnswersOptions = {
  readonly config: Config
  readonly services: Services
  /** Where the shop is reached when a request does not say so. */
  readonly origin: () => string
}

/** Makes what runs the routes and makes their answers complete: policy, cache rules, basic headers. */
export function createAnswers({ config, services, origin }: AnswersOptions) {
  const render = createRequestHandler(build, config.mode)
  const policy = {
    mediaOrigins: config.storefront ? ['https://cdn.shopify.com'] : [],
    development: config.mode === 'development',
  }

  /** Runs the routes. */
  function run(
    request: Request,
    described: Described,
    refusal: Refusal | null,
    page: AskedPage,
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
      catalogueState: services.storefront.catalogueState(),
      ...page,
    })
    context.set(refusalContext, refusal)
    return render(request, context)
  }

  /**
   * Runs the routes. What crashed past every boundary, while the page was rendered or in a route without one, gets the
   * error page of an address that has nothing of it.
   * @returns null where that cannot be made either
   */
  async function runOrTell(
    request: Request,
    described: Described,
    refusal: Refusal | null,
    page: AskedPage,
    id: string,
  ): Promise<Response | null> {
    const response = await run(request, described, refusal, page, id)
    // Programs read the status; whoever develops reads what the framework says.
    if (!isBareFailure(response) || speaksJson(request.headers) || policy.development) return response
    const { headers } = request
    const told = new Request(borrowedPage(new URL(request.url)), { headers })
    const error = await run(told, described, CRASH, OWN_PAGE, id)
    return isBareFailure(error) ? null : error
  }

  let ownScripts: Promise<readonly string[]> | null = null

  /** Hashes of the inline scripts of a page that has nothing in it but what we wrote: every page has these. */
  async function learnScripts(): Promise<readonly string[]> {
    if (policy.development) return []
    const page = new Request(new URL(PLAIN_PATH, origin()))
    const asked = { ip: '', origin: origin(), secure: false }
    const response = await run(page, asked, null, { ...OWN_PAGE, shared: true }, 'own-scripts')
    if (!response.ok) ownScripts = null
    const splash = inlineHashes(`<script>${SPLASH_SCRIPT}</script>`)
    return [...inlineHashesOf(documentOf(response) ?? []).scripts, ...splash.scripts]
  }

  async function make(
    request: Request,
    described: Described,
    refusal: Refusal | null,
    page: AskedPage,
    id: string,
  ): Promise<MadeAnswer> {
    const response = await runOrTell(request, described, refusal, page, id)
    if (response === null) return lastAnswer(id, described.secure)
    const document = documentOf(response)
    // The headers of a redirect or a fetched Response are immutable.
    const headers = document ? response.headers : new Headers(response.headers)
    headers.set('X-Request-Id', id)
    setBasicHeaders(headers, described.secure)
    const isHtml = headers.get('Content-Type')?.startsWith('text/html') ?? false
    const isForEverybody = page.shared && page.cartCount === null && response.ok
    if (isHtml && !isForEverybody) setWindowPolicy(headers)
    const body = document ?? Buffer.from(await response.arrayBuffer())
    if (isHtml && body.length > 0) {
      ownScripts ??= learnScripts()
      headers.set(
        'Content-Security-Policy',
        contentSecurityPolicy(document ? inlineHashesOf(document) : inlineHashes(body.toString()), {
          ...policy,
          scripts: await ownScripts,
          formTargets: services.storefront.checkoutOrigins,
          secure: described.secure,
        }),
      )
    }
    if (response.status === 500) headers.set('Cache-Control', CACHE.secret)
    else if (!headers.has('Cache-Control')) headers.set('Cache-Control', CACHE.personalPage)
    return { status: response.status, headers, body: body.length > 0 ? body : null }
  }

  return function answer(
    request: Request,
    described: Described,
    refusal: Refusal | null,
    page = OWN_PAGE,
  ): Promise<MadeAnswer> {
    const id = requestId(request, config)
    return services.inRequest(id, () => make(request, described, refusal, page, id))
  }
}

/** What the framework answers when a page could not be rendered, or a route without one threw. */
function isBareFailure(response: Response): boolean {
  const type = response.headers.get('Content-Type') ?? 'text/plain'
  return response.status === 500 && documentOf(response) === null && type.startsWith('text/plain')
}
