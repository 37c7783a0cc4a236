import { useEffect } from 'react'
import { createPath, type DataRouteObject, type DataRouter } from 'react-router'
import { showNotice } from '../components/layout/notice-store.ts'
import { BACK_ONLINE, OFFLINE } from '../models/page-messages.ts'

/**
 * Falls back to document navigation where client-side navigation cannot load the next page: the network has failed,
 * or a new deployment has removed the chunks of this one.
 */

type Manifest = import('react-router').UNSAFE_AssetsManifest
type Modules = import('react-router').UNSAFE_RouteModules
type LazyRouteParts = Record<string, (() => unknown) | undefined>

/** Key of the location whose navigation waits for the connection. */
let waitingKey: string | null = null

function blockFormWhenOffline(event: SubmitEvent): void {
  if (event.defaultPrevented || navigator.onLine) return
  event.preventDefault()
  showNotice(OFFLINE)
}

/**
 * Blocks forms that load a document, such as those of the stores, while the browser is offline: its offline page
 * would replace the current page.
 */
export function keepPageOffline(): void {
  document.addEventListener('submit', blockFormWhenOffline)
}

/**
 * Continues a navigation when the browser is online again, unless another one has been started meanwhile. Until then
 * the current page stays, which is more useful than the browser's offline page.
 */
function continueWhenOnline(router: DataRouter, key: string, navigate: () => void): void {
  if (waitingKey === key) return
  waitingKey = key
  showNotice(OFFLINE)
  const onOnline = () => {
    if (waitingKey !== key) return
    waitingKey = null
    showNotice(BACK_ONLINE)
    if (router.state.navigation.location?.key === key) navigate()
  }
  addEventListener('online', onOnline, { once: true })
}

/**
 * Loads the page that is being navigated to as a document.
 * @returns a promise that never settles, as this document is about to be replaced; null when no navigation is pending
 */
export function loadAsDocument(router: DataRouter): Promise<never> | null {
  const { navigation } = router.state
  if (navigation.state !== 'loading') return null
  const navigate = () => location.assign(createPath(navigation.location))
  if (navigator.onLine) navigate()
  else continueWhenOnline(router, navigation.location.key, navigate)
  return new Promise(() => {})
}

/** Rendered for a route whose code could not be loaded, when it is reached without a pending navigation. */
function ReloadPage(): null {
  useEffect(() => location.reload(), [])
  return null
}

/** Replacements for route parts that could not be loaded: a form of another page needs only the server's action. */
const FALLBACKS: Readonly<Record<string, unknown>> = {
  action: (_: unknown, callServer: () => unknown) => callServer(),
  Component: ReloadPage,
}

/**
 * Makes routes whose chunks cannot be loaded navigate by document. React Router would reload the current page
 * instead: the visitor would have to click again, and would lose what they typed.
 * @param shop `modules` are those already loaded; `router` is a function because the router is created from these
 * routes
 */
export function loadAsDocumentWithoutCode(
  routes: readonly DataRouteObject[],
  shop: { readonly manifest: Manifest; readonly modules: Modules; readonly router: () => DataRouter },
): void {
  const { manifest, modules, router } = shop
  for (const { id, lazy, children } of routes) {
    const { module = '', clientActionModule } = manifest.routes[id] ?? {}
    const parts = (typeof lazy === 'object' ? lazy : {}) as LazyRouteParts
    for (const [name, load] of Object.entries(parts)) {
      if (!load) continue
      const url = (name === 'action' && clientActionModule) || module
      parts[name] = () =>
        // A loaded module is not imported again: that resolves in another task, a frame later.
        url === module && modules[id]
          ? load()
          : import(/* @vite-ignore */ url).then(load, () => loadAsDocument(router()) ?? FALLBACKS[name])
    }
    if (children) loadAsDocumentWithoutCode(children, shop)
  }
}
