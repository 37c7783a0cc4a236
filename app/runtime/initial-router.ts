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

/** What a page is shown with: its own routes alone, each within the one before, and what their loaders gave. */
export type InitialPage = {
  readonly routes: readonly Pick<DataRouteObject, 'id' | 'path'>[]
  readonly modules: import('react-router').UNSAFE_RouteModules
  readonly history: ReturnType<typeof UNSAFE_createBrowserHistory>
  readonly data: HydrationState
}

export type InitialRouter = {
  /** Good for a page that stays as it is; leads on by the framework's router as soon as that is there. */
  readonly router: DataRouter
  /** Gives it that router; null where it cannot be had. */
  readonly become: (real: DataRouter | null) => void
}

/** Parts of a route as the framework has them in its own routes, so that nothing is made anew when those take their place. */
function partsOf(id: string, modules: InitialPage['modules']): Partial<DataRouteObject> {
  const { default: Component, ErrorBoundary, Layout, handle } = modules[id] ?? {}
  const within = (Part?: ComponentType) => {
    if (!Part) return undefined
    return id === 'root' && Layout ? createElement(Layout, null, createElement(Part)) : createElement(Part)
  }
  return {
    element: within(Component),
    errorElement: within(ErrorBoundary as ComponentType | undefined),
    hasErrorBoundary: ErrorBoundary !== undefined,
    handle,
  }
}

function nested({ routes, modules }: InitialPage): DataRouteObject[] {
  return routes.reduceRight<DataRouteObject[]>((children, { id, path }) => {
    const isIndex = children.length === 0 && path === undefined
    const route = { id, path, ...partsOf(id, modules), ...(isIndex ? { index: true } : { children }) }
    return [route as DataRouteObject]
  }, [])
}

function firstState(page: InitialPage): State | null {
  const { location, action } = page.history
  const { loaderData, actionData = null, errors = null } = page.data
  const matches = matchRoutes(nested(page), location)
  if (!matches) return null
  const nothing = page.routes.map(({ id }) => [id, null])
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
    loaderData: { ...Object.fromEntries(nothing), ...loaderData },
    actionData,
    errors,
    fetchers: new Map(),
    blockers: new Map(),
  }
}

/** Sends what has been typed as a page without scripts does. */
function sendPlainly(href: string, formMethod: string, formData: FormData): void {
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

function addressOf(to: To | null): string {
  const { pathname, search } = location
  return typeof to === 'string' ? to : createPath({ pathname, ...(to ?? { search }) })
}

type Options = { readonly formData?: FormData; readonly formMethod?: string; readonly replace?: boolean }

/**
 * Goes where somebody is on the way to as a page without scripts does. What has been chosen on the page itself, which only has
 * to be in its address, is written there.
 */
function leavePlainly(to: To | null, options: object = {}): void {
  const address = addressOf(to)
  const { formData, formMethod = 'get', replace }: Options = options
  if (formData) sendPlainly(address, formMethod, formData)
  else if (replace && typeof to !== 'string') history.replaceState(history.state, '', address)
  else location.assign(address)
}

/**
 * The router of a page that is being taken over: it knows what is shown there. To lead to other pages, and to send forms,
 * takes twice as much code, which comes right after that (`router.ts`): whoever presses something meanwhile is led on then.
 * @returns null where the page is another one than its address says
 */
export function createInitialRouter(page: InitialPage): InitialRouter | null {
  const state = firstState(page)
  if (!state) return null
  let real: DataRouter | null = null
  let isAlone = false
  const waiting = new Map<string | symbol, () => void>()

  /**
   * Does something with the router, now or when it is there.
   * @param orElse done where it never is
   * @param name of what counts only once: whoever presses twice means the last, as the framework has it
   */
  function when(
    act: (real: DataRouter) => unknown,
    orElse: () => void = () => {},
    name: string | symbol = Symbol(),
  ): Promise<void> {
    return new Promise((resolve) => {
      function run() {
        if (real) resolve(act(real) as Promise<void>)
        else orElse()
      }
      if (real || isAlone) return run()
      waiting.delete(name)
      waiting.set(name, run)
    })
  }
  /** The same for what goes on until it is ended. */
  function during(begin: (real: DataRouter) => () => void): () => void {
    let end: (() => void) | null = () => {}
    void when((router) => {
      if (end) end = begin(router)
    })
    return () => {
      end?.()
      end = null
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
    subscribe: (listener) => during((router) => router.subscribe(listener)),
    enableScrollRestoration: (...args) => during((router) => router.enableScrollRestoration(...args)),
    navigate: (to: To | number | null, options?: RouterNavigateOptions) =>
      when(
        (router) => router.navigate(to as To, options),
        () => (typeof to === 'number' ? history.go(to) : leavePlainly(to, options)),
        'navigate',
      ),
    fetch: (key, route, href, options) =>
      when(
        (router) => router.fetch(key, route, href, options),
        () => leavePlainly(href, options),
        `fetch ${key}`,
      ),
    revalidate: () => when((router) => router.revalidate()),
    getFetcher<T>(key: string) {
      if (real) return real.getFetcher<T>(key)
      void when((router) => router.getFetcher(key))
      return IDLE_FETCHER
    },
    resetFetcher: (key, options) => void when((router) => router.resetFetcher(key, options)),
    deleteFetcher: (key) => void when((router) => router.deleteFetcher(key)),
  }
  return {
    router: router as DataRouter,
    become(found) {
      real = found
      isAlone = found === null
      for (const run of waiting.values()) run()
      waiting.clear()
    },
  }
}
