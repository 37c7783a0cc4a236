import { type ReactNode, useState } from 'react'
import { hydrateRoot } from 'react-dom/client'
import {
  UNSAFE_createBrowserHistory as createBrowserHistory,
  type DataRouter,
  UNSAFE_decodeViaTurboStream as decode,
  UNSAFE_FrameworkContext as FrameworkContext,
  type HydrationState,
  RouterProvider,
} from 'react-router'
import * as root from '../root.tsx'
import * as market from '../routes/market/layout.tsx'
import { whenIdle } from './idle.ts'
import { createInitialRouter } from './initial-router.ts'
import { completePageWhenIdle } from './offscreen-sections.ts'
import { startPageLinks } from './page-links.ts'
import { type FRAME_ROUTES, type PagePlan, PLAN_ID, readPlan } from './page-plan.ts'
import { fetchStyles } from './page-styles.ts'
import { allowPageTransitions } from './page-transition.ts'
import { isHydrationDisabled, reloadAfterRenderError } from './render-errors.ts'
import { flush, withPageRendering } from './show-pages.ts'
import { hydrateStaticParts, nextTask, runHydrationQueue, startHydration } from './task-queue.ts'

type Manifest = import('react-router').UNSAFE_AssetsManifest
type Modules = import('react-router').UNSAFE_RouteModules

/** What the loader script has requested besides modules: the loader data. */
export type PendingPage = { readonly data: Response | Promise<Response> }

declare global {
  interface Window {
    __shop?: PendingPage
    __reactRouterManifest?: Manifest
    __reactRouterDataRouter?: DataRouter
  }
}

const FUTURE = {
  v8_middleware: true,
  v8_passThroughRequests: true,
  v8_trailingSlashAwareDataRequests: true,
} as const

/** A device that hydrates a page in less time, ms, is fast; a slow phone takes at least twice as long. */
const FAST_HYDRATION_MS = 40

/**
 * The loader data, decoded: embedded in the page, or from a response to React Router's data request.
 * @throws when the response is an error, or has anything but data for a route (a redirect or an error)
 */
async function readHydrationState(response: Response): Promise<HydrationState> {
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

/** Settles when the document has been parsed; its scripts may be there before. */
function documentParsed(): Promise<unknown> | null {
  if (document.readyState !== 'loading') return null
  return new Promise((resolve) => document.addEventListener('DOMContentLoaded', resolve, { once: true }))
}

/** Bundled with this file, as every page needs them. */
const frameModules = { root, market } satisfies Record<(typeof FRAME_ROUTES)[number], object>

/** The modules of the page's routes, which the loader script has preloaded. */
async function loadRouteModules({ routes }: PagePlan): Promise<Modules> {
  const others = routes.filter(([id]) => !(id in frameModules))
  const entries = others.map(async ([id, urls]) => {
    const parts = await Promise.all(urls.map((url) => import(/* @vite-ignore */ url)))
    return [id, Object.assign({}, ...parts)]
  })
  return { ...frameModules, ...Object.fromEntries(await Promise.all(entries)) } as Modules
}

/**
 * Removes the `#` that the build appends to the URLs of stylesheets that several routes share. With it, React
 * Router would not find their links in the document, and would add them again on each navigation.
 */
function normalizeStyleUrls(manifest: Manifest): Manifest {
  for (const route of Object.values(manifest.routes))
    if (route?.css) route.css = route.css.map((href) => href.replace('#', ''))
  return manifest
}

/** The manifest of all routes, loaded after hydration together with the remaining modules of this page's routes. */
async function loadManifest({ later }: PagePlan): Promise<Manifest> {
  await Promise.all(later.map((url) => import(/* @vite-ignore */ url)))
  const { __reactRouterManifest: manifest } = window
  if (!manifest) throw new Error('no list of routes')
  return normalizeStyleUrls(manifest)
}

/** The manifest until the real one has loaded. */
const EMPTY_MANIFEST: Manifest = { entry: { imports: [], module: '' }, routes: {}, url: '', version: '' }

/**
 * Replaces React Router's `HydratedRouter`, without what the shop does not use, and without its root error page,
 * which shows a stack trace.
 */
function Shop({ router, modules }: { router: DataRouter; modules: Modules }): ReactNode {
  const [pageRouter] = useState(() =>
    withPageRendering(router, () => window.__reactRouterManifest ?? EMPTY_MANIFEST),
  )
  const [framework] = useState({
    manifest: EMPTY_MANIFEST,
    routeModules: modules,
    future: FUTURE,
    ssr: true,
    isSpaMode: false,
    routeDiscovery: { mode: 'initial' as const, manifestPath: '/__manifest' },
  })
  return (
    <FrameworkContext.Provider value={framework}>
      <RouterProvider router={pageRouter} flushSync={flush} onError={reloadAfterRenderError} />
    </FrameworkContext.Provider>
  )
}

/**
 * Gives the area beyond the end of the page, seen when overscrolling, the footer's background. As a CSS rule for
 * the root it would make the browser restyle the whole page when the footer is parsed.
 * Decision: docs/decisions/023-late-content-without-full-restyle.md
 */
function setOverscrollColor(): void {
  const footer = document.querySelector('.foot')
  if (footer) document.documentElement.style.backgroundColor = getComputedStyle(footer).backgroundColor
}

/**
 * Hydrates the document, then starts client-side navigation.
 * @throws when anything that hydration needs cannot be loaded; then the page stays as it is, and its links and
 * forms work
 */
export async function start(page: PendingPage): Promise<void> {
  const plan = readPlan()
  if (!plan || isHydrationDisabled()) return
  const [data, modules] = await Promise.all([
    Promise.resolve(page.data).then(readHydrationState),
    loadRouteModules(plan),
    documentParsed(),
  ])
  await nextTask()
  const routes = [{ id: 'root', path: '' }, ...plan.routes.map(([id, , path]) => ({ id, path }))]
  const initialPage = { routes, modules, data, history: createBrowserHistory() }
  const { router, delegateTo } = createInitialRouter(initialPage) ?? {}
  if (!router || !delegateTo) return
  const { location } = router.state
  await nextTask()
  const startedAt = performance.now()
  // Elements that no component renders: Preact would mistake the links for its own, and move what follows the
  // scripts.
  const loaderElements = `#${PLAN_ID}, #${PLAN_ID} + script, head > [rel="preload"], head > [rel="modulepreload"]`
  for (const element of document.querySelectorAll(loaderElements)) element.remove()
  startHydration()
  hydrateRoot(document, <Shop router={router} modules={modules} />)
  await runHydrationQueue()
  if (performance.now() - startedAt < FAST_HYDRATION_MS) allowPageTransitions()
  startPageLinks(router)
  document.documentElement.dataset.hydrated = ''
  performance.mark('hydrated')
  completePageWhenIdle()
  hydrateStaticParts()
  whenIdle(setOverscrollColor)
  // Adds copies of the stylesheets from the cache, as those at the fold go with their page (`page-styles.ts`).
  whenIdle(() => void fetchStyles([]))
  try {
    // Preloaded by the loader script; evaluated only now, as that takes a slow phone some time.
    const [{ startClientNavigation }, manifest] = await Promise.all([
      import('./router.ts'),
      loadManifest(plan),
    ])
    const real = startClientNavigation(initialPage, location, manifest)
    window.__reactRouterDataRouter = real
    delegateTo(real)
  } catch (error) {
    reportError(error)
    delegateTo(null)
  }
}
