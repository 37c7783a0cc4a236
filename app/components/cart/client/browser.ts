import { showToast } from '#app/components/page/stores.ts'
import type { Market } from '#app/models/market.ts'
import type { CartReply } from '#app/models/replies.ts'
import { isChangedMirror, MIRROR, readMirror, saveMirror } from './mirror.ts'
import { createCart } from './queue.ts'

/** After this a request counts as failed. */
const TIMEOUT_MS = 20_000
/** A tab that holds the lock for longer is asleep: this one goes on without. */
const LOCK_TIMEOUT_MS = 10_000

async function request(market: Market, init: RequestInit = {}): Promise<CartReply> {
  const ended = new AbortController()
  init.signal?.addEventListener('abort', () => ended.abort())
  setTimeout(() => ended.abort(), TIMEOUT_MS)
  // The change must arrive even if the page is left at once.
  const response = await fetch(`/${market}/cart/changes`, { ...init, keepalive: true, signal: ended.signal })
  if (!response.ok) throw new Error(`cart answered ${response.status}`)
  return response.json()
}

/** Runs a function while no other tab does; browsers without locks, or where they are refused, run it at once. */
async function lock<T>(run: () => Promise<T>): Promise<T> {
  let started: Promise<T> | null = null
  const start = () => {
    started ??= run()
    return started
  }
  try {
    return await navigator.locks.request(MIRROR, { signal: AbortSignal.timeout(LOCK_TIMEOUT_MS) }, start)
  } catch {
    return start()
  }
}

/** The cart of this tab. Always empty on the server, which renders the cart of the loader. */
export const cart = createCart({
  send: (market, form, signal) => request(market, { method: 'POST', body: form, signal }),
  read: (market) => request(market),
  lock,
  save: saveMirror,
  load: readMirror,
  notify: showToast,
})

/**
 * Keeps the cart up to date with the other tabs, which save a copy, with the history, and with orders.
 * @returns ends this
 */
export function keepCartCurrent(): () => void {
  const ended = new AbortController()
  const { signal } = ended
  let isStale = false
  function readWhenShown() {
    isStale = document.visibilityState === 'hidden'
    if (!isStale) void cart.refresh()
  }
  function onStorage({ key, newValue }: StorageEvent) {
    // A choice of store comes with its cookies.
    if (key === 'selected_market' && newValue) readWhenShown()
    if (key === MIRROR && newValue && isChangedMirror(newValue, cart.getState())) readWhenShown()
  }
  function onVisibilityChange() {
    // An order may have been placed in another tab.
    if (isStale || cart.getState().view?.remoteCartId) readWhenShown()
  }
  addEventListener('storage', onStorage, { signal })
  addEventListener('pagehide', cart.leave, { signal })
  // A page from the back/forward cache may show an outdated cart.
  addEventListener('pageshow', ({ persisted }) => persisted && readWhenShown(), { signal })
  document.addEventListener('visibilitychange', onVisibilityChange, { signal })
  const [entry] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  if (entry?.type === 'back_forward') readWhenShown()
  return () => ended.abort()
}
