import {
  type DataRouter,
  type DataStrategyFunction,
  UNSAFE_decodeViaTurboStream as decode,
  matchRoutes,
} from 'react-router'
import { loadAsDocument } from './document-navigation.ts'
import { fetchStyles } from './page-styles.ts'
import { nextTask } from './task-queue.ts'

type Manifest = import('react-router').UNSAFE_AssetsManifest
type Modules = import('react-router').UNSAFE_RouteModules
/** React Router's router with its route manifest and the route modules that are loaded. */
export type ClientRouter = {
  readonly router: DataRouter
  readonly manifest: Manifest
  readonly modules: Modules
}

/** How long prefetched data may be used, ms: half as long as browsers may cache it (`CACHE.sharedData`). */
const FRESH_MS = 60_000
/** The layout route, whose data includes the visitor's cart and is therefore never cached. */
const LAYOUT_ROUTE = 'market'

type PageData = Readonly<Record<string, { readonly data: unknown }>>

/** Prefetched data by `.data` URL, decoded. Null for a response that must not be reused. */
const cache = new Map<string, { readonly data: Promise<PageData | null>; readonly until: number }>()

/**
 * The routes of a URL whose data a navigation would request, in React Router's order.
 * @returns `isAll` is whether these are all matched routes that have a loader
 */
function dataRoutes({ router, manifest, modules }: ClientRouter, url: URL) {
  const { location: current, matches: currentMatches } = router.state
  const matches = matchRoutes(router.routes, url) ?? []
  const withLoader = matches.filter(({ route }) => manifest.routes[route.id]?.hasLoader)
  const requested = withLoader.filter(({ route, params, pathname }) => {
    const currentMatch = currentMatches.find((match) => match.route.id === route.id)
    const shouldRevalidate = modules[route.id]?.shouldRevalidate
    if (!currentMatch || !shouldRevalidate || currentMatch.pathname !== pathname) return true
    return shouldRevalidate({
      currentUrl: new URL(current.pathname + current.search, url),
      currentParams: currentMatch.params,
      nextUrl: url,
      nextParams: params,
      defaultShouldRevalidate: url.search !== current.search,
    })
  })
  return { ids: requested.map(({ route }) => route.id), isAll: requested.length === withLoader.length }
}

/** The URL from which React Router requests the data of a page. */
function dataUrl(url: URL, routes: readonly string[], isAll: boolean): string {
  const address = new URL(`${url.pathname.replace(/\/$/, '/_')}.data${url.search}`, url)
  if (!isAll) address.searchParams.set('_routes', routes.join())
  return address.href
}

/** The data in a response that is the same for all visitors and may be cached; null for any other response. */
async function readShared(response: Response): Promise<PageData | null> {
  const isShared = /^public, max-age=[1-9]/.test(response.headers.get('Cache-Control') ?? '')
  if (!response.ok || !response.body || !isShared) return null
  const { value } = await decode(response.body, window)
  const hasOnlyData = Object.values(value as object).every((result) => 'data' in result)
  return hasOnlyData ? (value as PageData) : null
}

type ManifestRoute = NonNullable<Manifest['routes'][string]>

/** Puts the module where React Router looks for it, so that a click need not import it, which takes another task. */
async function loadModule({ id, module, imports = [] }: ManifestRoute, modules: Modules): Promise<void> {
  if (modules[id]) return
  const [loaded] = await Promise.all([module, ...imports].map((url) => import(/* @vite-ignore */ url)))
  modules[id] ??= loaded
}

/** Loads the code and the stylesheets of the page at a URL. Never rejects. */
export function prefetchAssets({ router, manifest, modules }: ClientRouter, url: URL): Promise<unknown> {
  const matches = matchRoutes(router.routes, url) ?? []
  const routes = matches.flatMap(({ route }) => manifest.routes[route.id] ?? [])
  const loaded = routes.map((route) => loadModule(route, modules).catch(() => undefined))
  return Promise.all([...loaded, fetchStyles(routes.flatMap(({ css }) => css ?? []))])
}

/** An optional part of a route's `handle`: precomputes what its page will render, before the visitor navigates. */
export type Prepare = { readonly prepare: (data: unknown, pathname: string) => void }

async function prepare({ manifest }: ClientRouter, url: URL, data: PageData): Promise<void> {
  for (const [id, { data: loaded }] of Object.entries(data)) {
    const moduleUrl = manifest.routes[id]?.module
    const module: { handle?: Partial<Prepare> } = moduleUrl ? await import(/* @vite-ignore */ moduleUrl) : {}
    module.handle?.prepare?.(loaded, url.pathname)
  }
}

/**
 * Prefetches the data that a navigation to a page will request, unless it is cached and fresh. Never rejects.
 * @returns whether it is cached; false when the response must not be reused or failed
 */
export async function prefetchData(client: ClientRouter, url: URL): Promise<boolean> {
  const { ids, isAll } = dataRoutes(client, url)
  if (ids.length === 0) return true
  const address = dataUrl(url, ids, isAll)
  const now = performance.now()
  const cached = cache.get(address)
  if (cached && cached.until > now) return (await cached.data) !== null
  const pending = fetch(address)
    .then(readShared)
    .catch(() => null)
  cache.set(address, { data: pending, until: now + FRESH_MS })
  const data = await pending
  if (data)
    await nextTask()
      .then(() => prepare(client, url, data))
      .catch(() => undefined)
  return data !== null
}

/** The cached data for a navigation; null when there is none. A form submission clears the cache. */
async function readCachedData(args: Parameters<DataStrategyFunction>[0], manifest: Manifest) {
  if (args.request.method !== 'GET') cache.clear()
  if (cache.size === 0 || args.request.method !== 'GET' || args.fetcherKey) return null
  const withLoader = args.matches.filter(({ route }) => manifest.routes[route.id]?.hasLoader)
  const requested = withLoader.filter((match) => match.shouldCallHandler())
  const ids = requested.map(({ route }) => route.id)
  if (ids.length === 0 || ids.includes(LAYOUT_ROUTE)) return null
  const cached = cache.get(dataUrl(new URL(args.request.url), ids, requested.length === withLoader.length))
  if (!cached || cached.until < performance.now()) return null
  const data = await cached.data
  return data && ids.every((id) => id in data) ? data : null
}

/** Whether the request for a navigation's data failed on the network. An error response does not count. */
function isNetworkFailure(
  { request, fetcherKey }: Parameters<DataStrategyFunction>[0],
  results: Awaited<ReturnType<DataStrategyFunction>>,
): boolean {
  if (request.method !== 'GET' || fetcherKey || request.signal.aborted) return false
  return Object.values(results).some(({ type, result }) => type === 'error' && result instanceof TypeError)
}

/**
 * Wraps React Router's data strategy: uses prefetched data, and loads the page as a document when the network
 * fails.
 */
export function withPrefetchedData(
  fetchFromServer: DataStrategyFunction,
  manifest: Manifest,
  router: () => DataRouter,
): DataStrategyFunction {
  return async (args) => {
    const data = await readCachedData(args, manifest)
    if (!data) {
      const results = await fetchFromServer(args)
      return (isNetworkFailure(args, results) && (await loadAsDocument(router()))) || results
    }
    const results: Awaited<ReturnType<DataStrategyFunction>> = {}
    await Promise.all(
      args.matches.map((match) =>
        match.resolve(async (handler) => {
          if (!match.shouldCallHandler()) return { type: 'data', result: undefined }
          const id = match.route.id
          const result = await handler(async () => data[id]?.data)
          results[id] = { type: 'data', result }
          return results[id]
        }),
      ),
    )
    return results
  }
}
