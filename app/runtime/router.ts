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
import * as heads from '../components/layout/page-head.ts'
import { provideMeta } from '../components/layout/page-meta.ts'
import { loadAsDocumentWithoutCode } from './document-navigation.ts'
import { prefetchLikelyPages } from './idle-prefetch.ts'
import type { InitialPage } from './initial-router.ts'
import { prefetchOnIntent } from './link-prefetch.ts'
import { withPrefetchedData } from './page-prefetch.ts'

type Manifest = import('react-router').UNSAFE_AssetsManifest
type Location = DataRouter['state']['location']

/** The history of the browser, which calls the place of the first page what the page has called it since. */
function historyFrom({ history }: InitialPage, first: Location): InitialPage['history'] {
  const { location } = history
  const isThere = location.key === first.key && createPath(location) === createPath(first)
  return Object.create(history, isThere ? { location: { value: first, configurable: true } } : {})
}

/**
 * The loaders' data, and nothing for routes that have none, so that the router misses none. The framework's own way goes
 * through all routes once more to find those of the page.
 */
function hydrationDataOf({ data, modules }: InitialPage, manifest: Manifest): HydrationState {
  const without = Object.keys(modules).filter((id) => !manifest.routes[id]?.hasLoader)
  return {
    ...data,
    loaderData: { ...data.loaderData, ...Object.fromEntries(without.map((id) => [id, null])) },
  }
}

/**
 * The framework's router, in the state of the page that has been taken over (`initial-router.ts`).
 * @param first the place of that page
 */
function makeRouter(page: InitialPage, first: Location, manifest: Manifest): DataRouter {
  const { data, modules } = page
  const routes = createClientRoutes(manifest.routes, modules, data, true, false)
  loadAsDocumentWithoutCode(routes, { manifest, modules, router: () => router })
  const history = historyFrom(page, first)
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
  // From here on it is where the browser is.
  Reflect.deleteProperty(history, 'location')
  return router.initialize()
}

/**
 * Makes the router that leads to other pages, and fetches what they need ahead of the press.
 * @param first the place of the page that has been taken over
 */
export function startClientNavigation(page: InitialPage, first: Location, manifest: Manifest): DataRouter {
  provideMeta(heads)
  const router = makeRouter(page, first, manifest)
  const framework = { router, manifest, modules: page.modules }
  prefetchOnIntent(framework)
  prefetchLikelyPages(framework)
  return router
}
