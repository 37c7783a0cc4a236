import {
  UNSAFE_createClientRoutes as createClientRoutes,
  createPath,
  UNSAFE_createRouter as createRouter,
  type DataRouter,
  type HydrationState,
  UNSAFE_hydrationRouteProperties as hydrationRouteProperties,
  UNSAFE_mapRouteProperties as mapRouteProperties,
  UNSAFE_getTurboStreamSingleFetchDataStrategy as singleFetchStrategy,
} from 'react-router'
import * as metaFunctions from '../components/layout/page-head.ts'
import { provideMeta } from '../components/layout/page-meta.ts'
import { keepPageOffline, loadAsDocumentWithoutCode } from './document-navigation.ts'
import { pressEnterOnce } from './held-enter.ts'
import { prefetchLikelyPages } from './idle-prefetch.ts'
import type { InitialPage } from './initial-router.ts'
import { prefetchOnIntent } from './link-prefetch.ts'
import { withPrefetchedData } from './page-prefetch.ts'

type Manifest = import('react-router').UNSAFE_AssetsManifest
type Location = DataRouter['state']['location']

/**
 * The browser history. Until the router is created its current location is the object that the page was hydrated with,
 * provided that the browser is still there.
 */
function historyStartingAt({ history }: InitialPage, initial: Location): InitialPage['history'] {
  const { location } = history
  const isSame = location.key === initial.key && createPath(location) === createPath(initial)
  return Object.create(history, isSame ? { location: { value: initial, configurable: true } } : {})
}

/**
 * The loader data, with null for routes that have no loader, so that the router regards none as missing. React
 * Router's own function for this matches all routes a second time.
 */
function hydrationDataOf({ data, modules }: InitialPage, manifest: Manifest): HydrationState {
  const withoutLoader = Object.keys(modules).filter((id) => !manifest.routes[id]?.hasLoader)
  return {
    ...data,
    loaderData: { ...data.loaderData, ...Object.fromEntries(withoutLoader.map((id) => [id, null])) },
  }
}

/**
 * Creates React Router's router in the state of the hydrated page (`initial-router.ts`).
 * @param initial the location object that the page was hydrated with
 */
function createClientRouter(page: InitialPage, initial: Location, manifest: Manifest): DataRouter {
  const { data, modules } = page
  const routes = createClientRoutes(manifest.routes, modules, data, true, false)
  loadAsDocumentWithoutCode(routes, { manifest, modules, router: () => router })
  const history = historyStartingAt(page, initial)
  const router = createRouter({
    routes,
    history,
    hydrationData: hydrationDataOf(page, manifest),
    hydrationRouteProperties,
    mapRouteProperties,
    future: { v8_passThroughRequests: true },
    dataStrategy: withPrefetchedData(
      singleFetchStrategy(() => router, manifest, modules, true, '/', true),
      manifest,
      () => router,
    ),
  })
  // From here on the router follows the browser's location.
  Reflect.deleteProperty(history, 'location')
  return router.initialize()
}

/**
 * Starts client-side navigation after hydration: creates the router and begins to prefetch pages. Also ignores a
 * held Enter and blocks forms while offline, which hydration can do without.
 * @param initial the location object that the page was hydrated with
 */
export function startClientNavigation(page: InitialPage, initial: Location, manifest: Manifest): DataRouter {
  provideMeta(metaFunctions)
  const router = createClientRouter(page, initial, manifest)
  const client = { router, manifest, modules: page.modules }
  prefetchOnIntent(client)
  prefetchLikelyPages(client)
  pressEnterOnce()
  keepPageOffline()
  return router
}
