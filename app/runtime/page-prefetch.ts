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
export type Framework = {
  readonly router: DataRouter
  readonly manifest: Manifest
  readonly modules: Modules
}

/** How long what was fetched ahead may be shown, milliseconds: half as long as browsers may keep it, `CACHE.sharedData`. */
const FRESH_MS = 60_000
/** The frame knows the visitor's cart: its data is never kept from one moment to another. */
const FRAME = 'market'

type PageData = Readonly<Record<string, { readonly data: unknown }>>

/** Data of pages by the address at which the framework asks for it, ready to be shown. Null: not to be kept. */
const kept = new Map<string, { readonly data: Promise<PageData | null>; readonly until: number }>()

/** The routes of an address whose data a visit would ask for, in the framework's own order, and whether it is all of them. */
function dataRoutes({ router, manifest, modules }: Framework, url: URL) {
  const { location: current, matches: here } = router.state
  const matches = matchRoutes(router.routes, url) ?? []
  const withData = matches.filter(({ route }) => manifest.routes[route.id]?.hasLoader)
  const wanted = withData.filter(({ route, params, pathname }) => {
    const same = here.find((match) => match.route.id === route.id)
    const ask = modules[route.id]?.shouldRevalidate
    if (!same || !ask || same.pathname !== pathname) return true
    return ask({
      currentUrl: new URL(current.pathname + current.search, url),
      currentParams: same.params,
      nextUrl: url,
      nextParams: params,
      defaultShouldRevalidate: url.search !== current.search,
    })
  })
  return { matches, wanted: wanted.map(({ route }) => route.id), isAll: wanted.length === withData.length }
}

/** The address at which the framework asks for the data of a page. */
function dataAddress(url: URL, routes: readonly string[], isAll: boolean): string {
  const address = new URL(`${url.pathname.replace(/\/$/, '/_')}.data${url.search}`, url)
  if (!isAll) address.searchParams.set('_routes', routes.join())
  return address.href
}

/** What an answer says that is the same for everybody for a while; null for any other. */
async function readShared(answer: Response): Promise<PageData | null> {
  const isShared = /^public, max-age=[1-9]/.test(answer.headers.get('Cache-Control') ?? '')
  if (!answer.ok || !answer.body || !isShared) return null
  const { value } = await decode(answer.body, window)
  const isPlain = Object.values(value as object).every((result) => 'data' in result)
  return isPlain ? (value as PageData) : null
}

type RouteParts = NonNullable<Manifest['routes'][string]>

/** The framework finds the module where it keeps its own, and need not ask the browser for it at the press. */
async function fetchModule({ id, module, imports = [] }: RouteParts, modules: Modules): Promise<void> {
  if (modules[id]) return
  const [loaded] = await Promise.all([module, ...imports].map((url) => import(/* @vite-ignore */ url)))
  modules[id] ??= loaded
}

/** Fetches code and stylesheets of the page at an address, and has the code ready to run. */
export function fetchParts({ router, manifest, modules }: Framework, url: URL): Promise<unknown> {
  const matches = matchRoutes(router.routes, url) ?? []
  const parts = matches.flatMap(({ route }) => manifest.routes[route.id] ?? [])
  const ready = parts.map((part) => fetchModule(part, modules).catch(() => undefined))
  return Promise.all([...ready, fetchStyles(parts.flatMap(({ css }) => css ?? []))])
}

/** What a route's `handle` may have: works out what its page will say, before anybody waits for it. */
export type Prepare = { readonly prepare: (data: unknown, pathname: string) => void }

async function prepare({ manifest }: Framework, url: URL, data: PageData): Promise<void> {
  for (const [id, { data: loaded }] of Object.entries(data)) {
    const address = manifest.routes[id]?.module
    const module: { handle?: Partial<Prepare> } = address ? await import(/* @vite-ignore */ address) : {}
    module.handle?.prepare?.(loaded, url.pathname)
  }
}

/**
 * Fetches the data that a visit to a page will need, once while it is fresh.
 * @returns whether there is something to keep
 */
export async function fetchData(framework: Framework, url: URL): Promise<boolean> {
  const { wanted, isAll } = dataRoutes(framework, url)
  if (wanted.length === 0) return true
  const address = dataAddress(url, wanted, isAll)
  const now = performance.now()
  const known = kept.get(address)
  if (known && known.until > now) return (await known.data) !== null
  const data = fetch(address)
    .then(readShared)
    .catch(() => null)
  kept.set(address, { data, until: now + FRESH_MS })
  const found = await data
  if (found)
    await nextTask()
      .then(() => prepare(framework, url, found))
      .catch(() => undefined)
  return found !== null
}

/** What was fetched ahead for a visit, as its loaders would have it; null where nothing fits. */
async function takeData(args: Parameters<DataStrategyFunction>[0], manifest: Manifest) {
  if (args.request.method !== 'GET') kept.clear()
  if (kept.size === 0 || args.request.method !== 'GET' || args.fetcherKey) return null
  const withData = args.matches.filter(({ route }) => manifest.routes[route.id]?.hasLoader)
  const wanted = withData.filter((match) => match.shouldCallHandler())
  const ids = wanted.map(({ route }) => route.id)
  if (ids.length === 0 || ids.includes(FRAME)) return null
  const found = kept.get(dataAddress(new URL(args.request.url), ids, wanted.length === withData.length))
  if (!found || found.until < performance.now()) return null
  const data = await found.data
  return data && ids.every((id) => id in data) ? data : null
}

/** Whether a visit's data could not be asked for at all. What the server has to say of a failure is no such case. */
function isCutOff(
  { request, fetcherKey }: Parameters<DataStrategyFunction>[0],
  results: Awaited<ReturnType<DataStrategyFunction>>,
): boolean {
  if (request.method !== 'GET' || fetcherKey || request.signal.aborted) return false
  return Object.values(results).some(({ type, result }) => type === 'error' && result instanceof TypeError)
}

/** The framework's way to a page's data, where it was not fetched ahead of the visit. */
export function withPrefetchedData(
  fromServer: DataStrategyFunction,
  manifest: Manifest,
  router: () => DataRouter,
): DataStrategyFunction {
  return async (args) => {
    const data = await takeData(args, manifest)
    if (!data) {
      const results = await fromServer(args)
      return (isCutOff(args, results) && (await loadAsDocument(router()))) || results
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
