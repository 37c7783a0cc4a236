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
import { renderOffscreenSections } from './offscreen-sections.ts'
import { startPageLinks } from './page-links.ts'
import { type FRAME_ROUTES, type PagePlan, PLAN_ID, readPlan } from './page-plan.ts'
import { fetchStyles } from './page-styles.ts'
import { allowPageTransitions } from './page-transition.ts'
import { isPlainDocument, RootErrorBoundary } from './root-error-boundary.tsx'
import { flush, showPagesOf } from './show-pages.ts'
import { hydrateStaticParts, nextTask, runHydrationQueue, startHydration } from './task-queue.ts'

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

/** A device that hydrates a page in less, milliseconds, has power to spare; a slow phone takes twice as long or more. */
const QUICK_MS = 40

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

/** The modules of the page's routes. They are on their way already, or there. */
async function readModules({ routes }: PagePlan): Promise<Modules> {
  const others = routes.filter(([id]) => !(id in frame))
  const entries = others.map(async ([id, urls]) => {
    const parts = await Promise.all(urls.map((url) => import(/* @vite-ignore */ url)))
    return [id, Object.assign({}, ...parts)]
  })
  return { ...frame, ...Object.fromEntries(await Promise.all(entries)) } as Modules
}

/**
 * Stylesheets that several pages share are marked by the build, which is no other address. The framework, which looks for the
 * address, would fetch what is there again at each click, and have the page styled and laid out anew twice.
 */
function withoutMarks(manifest: Manifest): Manifest {
  for (const route of Object.values(manifest.routes))
    if (route?.css) route.css = route.css.map((href) => href.replace('#', ''))
  return manifest
}

/** The list of all routes. It comes after the page has been taken over, with what other addresses of its routes need. */
async function readManifest({ later }: PagePlan): Promise<Manifest> {
  await Promise.all(later.map((url) => import(/* @vite-ignore */ url)))
  const { __reactRouterManifest: manifest } = window
  if (!manifest) throw new Error('no list of routes')
  return withoutMarks(manifest)
}

/** Until then there are no other pages. */
const NO_ROUTES: Manifest = { entry: { imports: [], module: '' }, routes: {}, url: '', version: '' }

/**
 * The framework's parts around the routes, as its `HydratedRouter` has them, without what this shop does not use. That has a
 * page of its own for a frame that breaks, which shows a stack.
 */
function Shop({ router, modules }: { router: DataRouter; modules: Modules }): ReactNode {
  const [pages] = useState(() => showPagesOf(router, () => window.__reactRouterManifest ?? NO_ROUTES))
  const [framework] = useState({
    manifest: NO_ROUTES,
    routeModules: modules,
    future: FUTURE,
    ssr: true,
    isSpaMode: false,
    routeDiscovery: { mode: 'initial' as const, manifestPath: '/__manifest' },
  })
  return (
    <FrameworkContext.Provider value={framework}>
      <RootErrorBoundary>
        <RouterProvider router={pages} flushSync={flush} />
      </RootErrorBoundary>
    </FrameworkContext.Provider>
  )
}

/**
 * Where a page can be pulled beyond its ends, there is the ground of its footer. As a rule for the root that would have the
 * whole page styled anew when the footer comes (`docs/decisions/023-late-content-without-full-restyle.md`).
 */
function setOverscrollColor(): void {
  const foot = document.querySelector('.foot')
  if (foot) document.documentElement.style.backgroundColor = getComputedStyle(foot).backgroundColor
}

/**
 * Takes the finished page over (hydrates it). If anything that takes cannot be fetched, the page stays as it is: links and
 * forms work.
 */
export async function start(page: BegunPage): Promise<void> {
  const plan = readPlan()
  if (!plan || isPlainDocument()) return
  const [data, modules] = await Promise.all([
    Promise.resolve(page.data).then(readState),
    readModules(plan),
    wholeDocument(),
  ])
  await nextTask()
  const routes = [{ id: 'root', path: '' }, ...plan.routes.map(([id, , path]) => ({ id, path }))]
  const first = { routes, modules, data, history: createBrowserHistory() }
  const { router, become } = createInitialRouter(first) ?? {}
  if (!router || !become) return
  const { location } = router.state
  await nextTask()
  const began = performance.now()
  // Preact would move what stands behind the scripts, stylesheets too, and take links that have done their work for its own.
  const ours = `#${PLAN_ID}, #${PLAN_ID} + script, head > [rel="preload"], head > [rel="modulepreload"]`
  for (const element of document.querySelectorAll(ours)) element.remove()
  startHydration()
  hydrateRoot(document, <Shop router={router} modules={modules} />)
  await runHydrationQueue()
  if (performance.now() - began < QUICK_MS) allowPageTransitions()
  startPageLinks(router)
  document.documentElement.dataset.hydrated = ''
  performance.mark('hydrated')
  renderOffscreenSections()
  hydrateStaticParts()
  whenIdle(setOverscrollColor)
  // From the browser's store, for the case that their place goes.
  whenIdle(() => void fetchStyles([]))
  try {
    // Fetched by now or soon; run only now, as that takes a slow telephone a while.
    const [{ startClientNavigation }, manifest] = await Promise.all([
      import('./router.ts'),
      readManifest(plan),
    ])
    const real = startClientNavigation(first, location, manifest)
    window.__reactRouterDataRouter = real
    become(real)
  } catch (error) {
    reportError(error)
    become(null)
  }
}
