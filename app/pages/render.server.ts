import { randomBytes } from 'node:crypto'
import * as build from 'virtual:react-router/server-build'
import {
  createRequestHandler,
  matchRoutes,
  type RouteObject,
  RouterContextProvider,
  type ServerBuild,
} from 'react-router'
import { CACHE } from '../models/http.ts'
import type { Config } from '../services/config/env.server.ts'
import {
  type RequestInfo,
  refusalContext,
  requestContext,
  servicesContext,
} from '../services/request/context.server.ts'
import {
  type ClientInfo,
  errorPageUrl,
  expectsJson,
  type Refusal,
} from '../services/request/request.server.ts'
import type { Services } from '../services/request/services.server.ts'
import { lastResortPage } from './last-resort-page.server.ts'
import { isKeptAddress } from './page-cache.server.ts'
import { policyContext, setWindowPolicy } from './security-headers.server.ts'

export type Visit = {
  readonly client: ClientInfo
  /** Why no route may see the request; null where one may. */
  readonly refusal: Refusal | null
  /** Whether it is a webhook that the store has signed. */
  readonly isSigned?: boolean
}

const CRASH: Refusal = { status: 500, reason: 'crash' }

/**
 * Creates the function that has React Router respond, and completes what it leaves open: error pages where it gives
 * none, `Allow`, the security policy and the cache rule.
 */
export function createRenderer({ config, services }: { config: Config; services: Services }) {
  const handleRequest = createRequestHandler(build, config.mode)
  const allowedMethods = createAllowedMethods(build.routes)
  const isDevelopment = config.mode === 'development'
  const mediaOrigins = config.storefront ? ['https://cdn.shopify.com'] : []

  function runRoutes(request: Request, id: string, visit: Visit): Promise<Response> {
    const nonce = randomBytes(16).toString('base64')
    const { client, refusal, isSigned = false } = visit
    const info: RequestInfo = { id, nonce, ...client, isSigned, now: services.now() }
    const context = new RouterContextProvider()
    context.set(servicesContext, services)
    context.set(requestContext, info)
    context.set(refusalContext, refusal)
    context.set(policyContext, {
      mediaOrigins,
      formTargets: services.storefront.checkoutOrigins(),
      secure: client.secure,
      development: isDevelopment,
    })
    return handleRequest(request, context)
  }

  /** Renders the error page at an address that does not involve the code of the page itself. */
  function runErrorPage(request: Request, id: string, visit: Visit, refusal: Refusal) {
    const { headers } = request
    const page = new Request(errorPageUrl(new URL(request.url)), { headers })
    return runRoutes(page, id, { ...visit, refusal })
  }

  /**
   * Runs the routes, and renders an error page in place of what React Router says where it has no page: plain text
   * for a crash, JSON for a method or path that a route without a page refuses. Programs get that as it is, and
   * developers the message of a crash.
   * @returns null where the error page fails as well
   */
  async function run(request: Request, id: string, visit: Visit) {
    const rendered = await runRoutes(request, id, visit)
    if (expectsJson(request.headers)) return rendered
    if (isCrash(rendered)) {
      if (isDevelopment) return rendered
      const page = await runErrorPage(request, id, visit, CRASH)
      return isCrash(page) ? null : page
    }
    const status = refusedStatus(rendered)
    if (status === null) return rendered
    const page = await runErrorPage(request, id, visit, { status, reason: 'method' })
    // Where the refusal may be cached was decided by the route that refused.
    const cacheControl = rendered.headers.get('Cache-Control')
    if (cacheControl !== null) page.headers.set('Cache-Control', cacheControl)
    return page
  }

  /** @param id of the request, which an error page shows */
  return async function render(request: Request, id: string, visit: Visit): Promise<Response> {
    const response = await run(request, id, visit)
    if (response === null) return lastResortPage(id, visit.client.secure)
    const { status, headers } = response
    if (status === 405 && !headers.has('Allow'))
      headers.set('Allow', allowedMethods(new URL(request.url).pathname))
    if (status === 500) headers.set('Cache-Control', CACHE.secret)
    else if (!headers.has('Cache-Control')) headers.set('Cache-Control', CACHE.personalPage)
    headers.append('Vary', 'Accept-Encoding, Cookie')
    const { pathname, search } = new URL(request.url)
    const isPage = headers.get('Content-Type')?.startsWith('text/html')
    if (isPage && (status !== 200 || !isKeptAddress(pathname + search))) setWindowPolicy(headers)
    return response
  }
}

/** Whether React Router gave up without a page: the rendering failed, or a route without a page threw. */
function isCrash({ status, headers }: Response): boolean {
  return status === 500 && (headers.get('Content-Type') ?? 'text/plain').startsWith('text/plain')
}

/** The status of a request that React Router refused with JSON, of no use to a visitor; null for any other. */
function refusedStatus({ status, headers }: Response): 400 | 404 | 405 | null {
  if (!headers.get('Content-Type')?.startsWith('application/json')) return null
  return status === 400 || status === 404 || status === 405 ? status : null
}

type Routes = ServerBuild['routes']

function toRouteTree(routes: Routes, parentId?: string): RouteObject[] {
  return Object.values(routes).flatMap((route) => {
    if (route === undefined || route.parentId !== parentId) return []
    const { id, path, index } = route
    return [index ? { id, path, index } : { id, path, children: toRouteTree(routes, id) }]
  })
}

/**
 * Creates the function that returns the methods of a path, as `Allow` lists them: every route allows GET, one with an
 * action POST as well. A route whose loader only refuses declares its own: `handle = { methods: 'POST' }`.
 */
function createAllowedMethods(routes: Routes): (pathname: string) => string {
  const tree = toRouteTree(routes)
  return (pathname) => {
    const id = matchRoutes(tree, pathname.replace(/\.data$/, ''))?.at(-1)?.route.id
    const module = id === undefined ? undefined : routes[id]?.module
    const { methods } = Object(module?.handle)
    if (typeof methods === 'string') return methods
    return module?.action ? 'GET, HEAD, POST' : 'GET, HEAD'
  }
}
