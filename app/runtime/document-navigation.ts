import { useEffect } from 'react'
import { createPath, type DataRouteObject, type DataRouter } from 'react-router'
import { showNotice } from '../components/layout/notice-store.ts'
import { BACK_ONLINE, OFFLINE } from '../models/page-messages.ts'

type Manifest = import('react-router').UNSAFE_AssetsManifest
type Modules = import('react-router').UNSAFE_RouteModules
type Parts = Record<string, (() => unknown) | undefined>

/** The visit that waits for the connection, by the key of its place in the history. */
let waiting: string | null = null

/**
 * Goes on once the browser has a connection again, unless somebody has set out for elsewhere meanwhile. What is shown
 * until then is worth more than the browser's own page about the connection.
 */
function goOnceOnline(router: DataRouter, key: string, go: () => void): void {
  if (waiting === key) return
  waiting = key
  showNotice(OFFLINE)
  const goOn = () => {
    if (waiting !== key) return
    waiting = null
    showNotice(BACK_ONLINE)
    if (router.state.navigation.location?.key === key) go()
  }
  addEventListener('online', goOn, { once: true })
}

/**
 * Loads the page that somebody is on the way to as a document, where the scripts of this one cannot show it: the line has
 * failed, or a newer shop has taken the place of the one that they belong to.
 * @returns what never settles, as this page is over; null where nobody is on the way
 */
export function loadAsDocument(router: DataRouter): Promise<never> | null {
  const { navigation } = router.state
  if (navigation.state !== 'loading') return null
  const go = () => location.assign(createPath(navigation.location))
  if (navigator.onLine) go()
  else goOnceOnline(router, navigation.location.key, go)
  return new Promise(() => {})
}

/** A page without its code, in case somebody comes to it later. */
function Missing(): null {
  useEffect(() => location.reload(), [])
  return null
}

/** What stands for parts that could not be had by a form of another page: the server answers that just as well. */
const INSTEAD: Readonly<Record<string, unknown>> = {
  action: (_: unknown, askServer: () => unknown) => askServer(),
  Component: Missing,
}

/**
 * Has pages whose code cannot be had loaded plainly. The framework would load anew the page that is being left: whoever
 * pressed a link would have to press it again, and what was typed would be gone.
 * @param shop its modules are those that are there; its router is asked for when it comes to that, as it is made of these routes
 */
export function loadAsDocumentWithoutCode(
  routes: readonly DataRouteObject[],
  shop: { readonly manifest: Manifest; readonly modules: Modules; readonly router: () => DataRouter },
): void {
  const { manifest, modules, router } = shop
  for (const { id, lazy, children } of routes) {
    const { module = '', clientActionModule } = manifest.routes[id] ?? {}
    const parts = (typeof lazy === 'object' ? lazy : {}) as Parts
    for (const [name, load] of Object.entries(parts)) {
      if (!load) continue
      const address = (name === 'action' && clientActionModule) || module
      parts[name] = () =>
        // Code that is there is not asked for: the browser answers that in a task of its own, a frame later.
        address === module && modules[id]
          ? load()
          : import(/* @vite-ignore */ address).then(load, () => loadAsDocument(router()) ?? INSTEAD[name])
    }
    if (children) loadAsDocumentWithoutCode(children, shop)
  }
}
