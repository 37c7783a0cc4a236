import { randomBytes } from 'node:crypto'
import * as build from 'virtual:react-router/server-build'
import { createRequestHandler, RouterContextProvider } from 'react-router'
import { CACHE } from '../models/http.ts'
import type { Services } from '../services/compose.server.ts'
import type { Config } from '../services/config/env.server.ts'
import { refusalContext, requestContext, servicesContext } from '../services/request/context.server.ts'
import { type ClientInfo, errorPageUrl, type Refusal } from '../services/request/request.server.ts'
import { lastResortPage } from './last-resort-page.server.ts'
import { isKeptAddress } from './page-cache.server.ts'
import { policyContext, setWindowPolicy } from './security-headers.server.ts'

export type Visit = {
  readonly client: ClientInfo
  /** Why no route may see the request; null for an accepted one. */
  readonly refusal: Refusal | null
  /** Whether it is a webhook that the store has signed. */
  readonly isSigned?: boolean
}

const CRASH: Refusal = { status: 500, reason: 'crash' }

/**
 * Creates the function that lets React Router respond, and adds what it leaves out: missing error pages, `Allow` and the
 * cache rule.
 */
export function createRenderer({ config, services }: { config: Config; services: Services }) {
  const handleRequest = createRequestHandler(build, config.mode)
  const development = config.mode === 'development'
  const mediaOrigins = config.storefront ? ['https://cdn.shopify.com'] : []

  function runRoutes(request: Request, id: string, visit: Visit): Promise<Response> {
    const { client, refusal, isSigned = false } = visit
    const nonce = randomBytes(16).toString('hex')
    const context = new RouterContextProvider()
    context.set(servicesContext, services)
    context.set(requestContext, { id, nonce, ...client, isSigned, now: services.now() })
    context.set(refusalContext, refusal)
    const formTargets = services.storefront.checkoutOrigins()
    context.set(policyContext, { mediaOrigins, formTargets, secure: client.secure, development })
    return handleRequest(request, context)
  }

  /**
   * Runs the routes. React Router answers without a page in two cases: plain text for a crash, JSON for a method or path
   * that a route without a page refuses. An error page replaces these, except for programs, and except for crashes in
   * development. The error page has an address of its own, so that the code of the failed page is not involved.
   */
  async function run(request: Request, id: string, visit: Visit): Promise<Response> {
    const response = await runRoutes(request, id, visit)
    // A client that sends or accepts JSON cannot use an error page.
    const types = ['Content-Type', 'Accept'].map((name) => request.headers.get(name) ?? '')
    const isForJson = types.some((type) => type.startsWith('application/json'))
    const refusal = isForJson ? null : refusalOf(response)
    if (refusal === null || (refusal === CRASH && development)) return response
    const { headers } = request
    const page = new Request(errorPageUrl(new URL(request.url)), { headers })
    const shown = await runRoutes(page, id, { ...visit, refusal })
    if (refusalOf(shown) === CRASH) return lastResortPage(id, visit.client.secure)
    // The route that refused has decided whether the refusal may be cached.
    const cacheControl = response.headers.get('Cache-Control')
    if (cacheControl !== null) shown.headers.set('Cache-Control', cacheControl)
    return shown
  }

  /** @param id of the request, which an error page shows */
  return async function render(request: Request, id: string, visit: Visit): Promise<Response> {
    const response = await run(request, id, visit)
    const { status, headers } = response
    const { pathname, search } = new URL(request.url)
    // Pages without a form refuse to be posted to; other methods are refused before they reach a route.
    if (status === 405 && !headers.has('Allow'))
      headers.set('Allow', request.method === 'POST' ? 'GET, HEAD' : 'GET, HEAD, POST')
    if (status === 500) headers.set('Cache-Control', CACHE.secret)
    else if (!headers.has('Cache-Control')) headers.set('Cache-Control', CACHE.personalPage)
    headers.append('Vary', 'Accept-Encoding, Cookie')
    const isPage = headers.get('Content-Type')?.startsWith('text/html')
    if (isPage && (status !== 200 || !isKeptAddress(pathname + search))) setWindowPolicy(headers)
    return response
  }
}

/** A refusal of React Router without a page: plain text for a crash, JSON otherwise. Null for the shop's own responses. */
function refusalOf({ status, headers }: Response): Refusal | null {
  const type = headers.get('Content-Type') ?? 'text/plain'
  if (status === 500 && type.startsWith('text/plain')) return CRASH
  const isRefusal =
    type.startsWith('application/json') && (status === 400 || status === 404 || status === 405)
  return isRefusal ? { status, reason: 'method' } : null
}
