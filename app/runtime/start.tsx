import { type ReactNode, useLayoutEffect, useState } from 'react'
import { hydrateRoot } from 'react-dom/client'
import {
  UNSAFE_createBrowserHistory as createBrowserHistory,
  UNSAFE_createClientRoutes as createClientRoutes,
  UNSAFE_createRouter as createRouter,
  type DataRouter,
  UNSAFE_decodeViaTurboStream as decode,
  UNSAFE_RemixErrorBoundary as ErrorBoundary,
  UNSAFE_FrameworkContext as FrameworkContext,
  type HydrationState,
  UNSAFE_hydrationRouteProperties as hydrationRouteProperties,
  UNSAFE_mapRouteProperties as mapRouteProperties,
  RouterProvider,
  UNSAFE_getTurboStreamSingleFetchDataStrategy as singleFetchStrategy,
} from 'react-router'
import * as root from '../root.tsx'
import * as market from '../routes/market/layout.tsx'
import { bringNear } from './far.ts'
import { whenIdle } from './idle.ts'
import { fetchWhatMayFollow } from './idle-ahead.ts'
import { startPageLinks } from './page-links.ts'
import { type FRAME_ROUTES, type PagePlan, PLAN_ID, readPlan } from './page-plan.ts'
import { gatherStyles } from './page-styles.ts'
import { allowPageTransitions } from './page-transition.ts'
import { withDataAhead } from './pages-ahead.ts'
import { loadPlainlyWithoutCode } from './plain-loading.ts'
import { flush, showPagesOf } from './show-pages.ts'
import { nextTask, openTurns, runTurns } from './turns.ts'

type Manifest = import('react-router').UNSAFE_AssetsManifest
type Modules = import('react-router').UNSAFE_RouteModules

/** What the loader script has begun to fetch, beside modules. */
export type BegunPage = { readonly data: Response | Promise<Response> }

declare global {
  interface Window {
    __shop?: BegunPage
    __reactRouterManifest?: Manifest
    __reactRouterDataRouter?: DataRouter
  }
}

const FUTURE = {
  v8_middleware: true,
  v8_passThroughRequests: true,
  v8_trailingSlashAwareDataRequests: true,
} as const

/** A device that hydrates a page in less, milliseconds, has power to spare; a slow phone takes three times as long. */
const QUICK_MS = 60

/** The loaders' data: as the page brought it, or in the form of the framework's answers to data requests. */
async function readState(response: Response): Promise<HydrationState> {
  if (!response.ok || !response.body) throw new Error('no data')
  const { value } = (await decode(response.body, window)) as {
    value: HydrationState | Record<string, { data: unknown }>
  }
  if ('loaderData' in value) return value as HydrationState
  const results = Object.entries(value as Record<string, { data: unknown }>)
  if (results.some(([, result]) => !('data' in result))) throw new Error('other data')
  return {
    loaderData: Object.fromEntries(results.map(([id, { data }]) => [id, data])),
    actionData: null,
    errors: null,
  }
}

/** The scripts are asked for while the rest of the page is still on its way. */
function wholeDocument(): Promise<unknown> | null {
  if (document.readyState !== 'loading') return null
  return new Promise((resolve) => document.addEventListener('DOMContentLoaded', resolve, { once: true }))
}

/** Fetched with this file: no page is without them. */
const frame = { root, market } satisfies Record<(typeof FRAME_ROUTES)[number], object>

/**
 * Stylesheets that several pages share are marked by the build, which is no other address. The framework, which looks for the
 * address, would fetch what is there again at each click, and have the page styled and laid out anew twice.
 */
function withoutMarks({ routes }: Manifest): void {
  for (const route of Object.values(routes))
    if (route?.css) route.css = route.css.map((href) => href.replace('#', ''))
}

/** The modules of the page's routes. They are on their way already, or there. */
async function readModules({ routes }: PagePlan): Promise<Modules> {
  const entries = routes.map(async ([id, urls]) => {
    const parts = await Promise.all(urls.map((url) => import(/* @vite-ignore */ url)))
    return [id, Object.assign({}, ...parts)]
  })
  return { ...frame, ...Object.fromEntries(await Promise.all(entries)) } as Modules
}

/**
 * The loaders' data, and nothing for routes that have none, so that the router misses none. The framework's own way goes
 * through all routes once more to find those of the page.
 */
function hydrationDataOf(state: HydrationState, manifest: Manifest, modules: Modules): HydrationState {
  const without = Object.keys(modules).filter((id) => !manifest.routes[id]?.hasLoader)
  return {
    ...state,
    loaderData: { ...state.loaderData, ...Object.fromEntries(without.map((id) => [id, null])) },
  }
}

function makeRouter(state: HydrationState, manifest: Manifest, modules: Modules): DataRouter {
  const routes = createClientRoutes(manifest.routes, modules, state, true, false)
  loadPlainlyWithoutCode(routes, manifest, () => router)
  const router = createRouter({
    routes,
    history: createBrowserHistory(),
    hydrationData: hydrationDataOf(state, manifest, modules),
    hydrationRouteProperties,
    mapRouteProperties,
    future: { v8_passThroughRequests: true },
    dataStrategy: withDataAhead(
      singleFetchStrategy(() => router, manifest, modules, true, '/', true),
      manifest,
      () => router,
    ),
  })
  return router.initialize()
}

/** The framework's parts around the routes, as its `HydratedRouter` has them, without what this shop does not use. */
function Shop({
  router,
  manifest,
  modules,
}: {
  router: DataRouter
  manifest: Manifest
  modules: Modules
}): ReactNode {
  const [location, setLocation] = useState(router.state.location)
  const [pages] = useState(() => showPagesOf(router, manifest))
  useLayoutEffect(() => router.subscribe((state) => setLocation(state.location)), [router])
  const [framework] = useState({
    manifest,
    routeModules: modules,
    future: FUTURE,
    ssr: true,
    isSpaMode: false,
    routeDiscovery: { mode: 'initial' as const, manifestPath: '/__manifest' },
  })
  return (
    <FrameworkContext.Provider value={framework}>
      <ErrorBoundary location={location}>
        <RouterProvider router={pages} flushSync={flush} />
      </ErrorBoundary>
    </FrameworkContext.Provider>
  )
}

/**
 * Takes the finished page over (hydrates it). If anything that takes cannot be fetched, the page stays as it is: links and
 * forms work.
 */
export async function start(page: BegunPage): Promise<void> {
  const plan = readPlan()
  if (!plan) return
  const [state, modules] = await Promise.all([
    Promise.resolve(page.data).then(readState),
    readModules(plan),
    import(/* @vite-ignore */ plan.manifest),
    wholeDocument(),
  ])
  const manifest = window.__reactRouterManifest
  if (!manifest) return
  withoutMarks(manifest)
  await nextTask()
  const router = makeRouter(state, manifest, modules)
  // A router that has to fetch first would show nothing meanwhile.
  if (!router.state.initialized) return
  window.__reactRouterDataRouter = router
  await nextTask()
  const began = performance.now()
  // Preact would move what stands behind the scripts, stylesheets too, and take links that have done their work for its own.
  const ours = `#${PLAN_ID}, #${PLAN_ID} + script, head > [rel="preload"], head > [rel="modulepreload"]`
  for (const element of document.querySelectorAll(ours)) element.remove()
  openTurns()
  hydrateRoot(document, <Shop router={router} manifest={manifest} modules={modules} />)
  await runTurns()
  if (performance.now() - began < QUICK_MS) allowPageTransitions()
  const framework = { router, manifest, modules }
  startPageLinks(framework)
  document.documentElement.dataset.awake = ''
  performance.mark('awake')
  bringNear()
  whenIdle(gatherStyles)
  fetchWhatMayFollow(framework)
}
