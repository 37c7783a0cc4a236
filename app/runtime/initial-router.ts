import { type ComponentType, createElement } from 'react'
import {
  createPath,
  type DataRouteObject,
  type DataRouter,
  type HydrationState,
  IDLE_FETCHER,
  IDLE_NAVIGATION,
  matchRoutes,
  type RouterNavigateOptions,
  type To,
  type UNSAFE_createBrowserHistory,
} from 'react-router'

type State = DataRouter['state']

/** What a document is hydrated with. */
export type InitialPage = {
  /** The matched routes only, parents first. */
  readonly routes: readonly Pick<DataRouteObject, 'id' | 'path'>[]
  readonly modules: import('react-router').UNSAFE_RouteModules
  readonly history: ReturnType<typeof UNSAFE_createBrowserHistory>
  readonly data: HydrationState
}

export type InitialRouter = {
  /** Has the state of the page from the start, and delegates to the real router when there is one. */
  readonly router: DataRouter
  /** Provides the real router; null when it cannot be loaded. */
  readonly delegateTo: (real: DataRouter | null) => void
}

/**
 * The properties of a route as `createClientRoutes` sets them, so that the page stays mounted when those replace
 * these.
 */
function routeProperties(id: string, modules: InitialPage['modules']): Partial<DataRouteObject> {
  const { default: Component, ErrorBoundary, Layout, handle } = modules[id] ?? {}
  const elementOf = (Part?: ComponentType) => {
    if (!Part) return undefined
    return id === 'root' && Layout ? createElement(Layout, null, createElement(Part)) : createElement(Part)
  }
  return {
    element: elementOf(Component),
    errorElement: elementOf(ErrorBoundary as ComponentType | undefined),
    hasErrorBoundary: ErrorBoundary !== undefined,
    handle,
  }
}

/** Nests the matched routes in each other. */
function createRouteTree({ routes, modules }: InitialPage): DataRouteObject[] {
  return routes.reduceRight<DataRouteObject[]>((children, { id, path }) => {
    const isIndex = children.length === 0 && path === undefined
    const route = { id, path, ...routeProperties(id, modules), ...(isIndex ? { index: true } : { children }) }
    return [route as DataRouteObject]
  }, [])
}

/** @returns null when the matched routes do not match the browser's location */
function createInitialState(page: InitialPage): State | null {
  const { location, action } = page.history
  const { loaderData, actionData = null, errors = null } = page.data
  const matches = matchRoutes(createRouteTree(page), location)
  if (!matches) return null
  const noData = page.routes.map(({ id }) => [id, null])
  return {
    historyAction: action,
    location,
    matches,
    initialized: true,
    renderFallback: false,
    navigation: IDLE_NAVIGATION,
    restoreScrollPosition: false,
    preventScrollReset: false,
    revalidation: 'idle',
    loaderData: { ...Object.fromEntries(noData), ...loaderData },
    actionData,
    errors,
    fetchers: new Map(),
    blockers: new Map(),
  }
}

/** Submits form data as a document navigation. */
function submitAsDocument(href: string, formMethod: string, formData: FormData): void {
  const form = document.createElement('form')
  form.method = formMethod
  form.action = href
  for (const [name, value] of formData) {
    const input = document.createElement('input')
    Object.assign(input, { type: 'hidden', name, value })
    form.append(input)
  }
  document.body.append(form)
  form.submit()
}

function hrefOf(to: To | null): string {
  const { pathname, search } = location
  return typeof to === 'string' ? to : createPath({ pathname, ...(to ?? { search }) })
}

type Options = { readonly formData?: FormData; readonly formMethod?: string; readonly replace?: boolean }

/**
 * Navigates without the real router: submits the form or loads the document. Replacing part of the current URL, which
 * records a choice made on the page, only changes the URL.
 */
function navigateAsDocument(to: To | null, options: object = {}): void {
  const href = hrefOf(to)
  const { formData, formMethod = 'get', replace }: Options = options
  if (formData) submitAsDocument(href, formMethod, formData)
  else if (replace && typeof to !== 'string') history.replaceState(history.state, '', href)
  else location.assign(href)
}

/**
 * Creates the router that a page is hydrated with: it has the state of the page. Navigating and submitting take
 * twice as much code, which is loaded right after hydration (`router.ts`); calls made before that are queued.
 * Decision: docs/decisions/018-client-router-after-hydration.md
 * @returns null when the browser's location is not that of the page
 */
export function createInitialRouter(page: InitialPage): InitialRouter | null {
  const state = createInitialState(page)
  if (!state) return null
  let real: DataRouter | null = null
  let isUnavailable = false
  const queued = new Map<string | symbol, () => void>()

  /**
   * Calls the real router, now or when it is provided.
   * @param orElse called when it cannot be loaded
   * @param key a later call replaces a queued one with the same key, as a later navigation replaces a pending one
   */
  function withRouter(
    call: (real: DataRouter) => unknown,
    orElse: () => void = () => {},
    key: string | symbol = Symbol(),
  ): Promise<void> {
    return new Promise((resolve) => {
      function run() {
        if (real) resolve(call(real) as Promise<void>)
        else orElse()
      }
      if (real || isUnavailable) return run()
      queued.delete(key)
      queued.set(key, run)
    })
  }
  /** Does the same for a subscription. @returns a function that ends it */
  function subscribeWithRouter(subscribe: (real: DataRouter) => () => void): () => void {
    let unsubscribe: (() => void) | null = () => {}
    void withRouter((router) => {
      if (unsubscribe) unsubscribe = subscribe(router)
    })
    return () => {
      unsubscribe?.()
      unsubscribe = null
    }
  }

  const { history } = page
  const router: Partial<DataRouter> = {
    get basename() {
      return '/'
    },
    get future() {
      return real?.future ?? ({} as DataRouter['future'])
    },
    get state() {
      return real?.state ?? state
    },
    get routes() {
      return real?.routes ?? []
    },
    get manifest() {
      return real?.manifest ?? {}
    },
    get window() {
      return window
    },
    createHref: (to) => history.createHref(to),
    createURL: (to) => history.createURL(to),
    encodeLocation: (to) => history.encodeLocation(to),
    subscribe: (listener) => subscribeWithRouter((router) => router.subscribe(listener)),
    enableScrollRestoration: (...args) =>
      subscribeWithRouter((router) => router.enableScrollRestoration(...args)),
    navigate: (to: To | number | null, options?: RouterNavigateOptions) =>
      withRouter(
        (router) => router.navigate(to as To, options),
        () => (typeof to === 'number' ? history.go(to) : navigateAsDocument(to, options)),
        'navigate',
      ),
    fetch: (key, route, href, options) =>
      withRouter(
        (router) => router.fetch(key, route, href, options),
        () => navigateAsDocument(href, options),
        `fetch ${key}`,
      ),
    revalidate: () => withRouter((router) => router.revalidate()),
    getFetcher<T>(key: string) {
      if (real) return real.getFetcher<T>(key)
      void withRouter((router) => router.getFetcher(key))
      return IDLE_FETCHER
    },
    resetFetcher: (key, options) => void withRouter((router) => router.resetFetcher(key, options)),
    deleteFetcher: (key) => void withRouter((router) => router.deleteFetcher(key)),
  }
  return {
    router: router as DataRouter,
    delegateTo(clientRouter) {
      real = clientRouter
      isUnavailable = clientRouter === null
      for (const run of queued.values()) run()
      queued.clear()
    },
  }
}
