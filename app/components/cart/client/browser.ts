import { showNotice } from '#app/components/page/notice-store.ts'
import type { Market } from '#app/models/market.ts'
import type { CartReply } from '#app/models/replies.ts'
import { forgetMirrorOnSwitch, leaveChanges, readMirror, saveMirror, takeLeft } from './mirror.ts'
import { createCart } from './sender.ts'
import type { CartNews } from './store.ts'

const NAME = 'wizard-box-cart'
/** After this a request counts as failed. */
const TIMEOUT_MS = 15_000
/** A tab that holds the lock for longer is asleep. */
const LOCK_TIMEOUT_MS = 10_000

async function request(market: Market, init?: RequestInit): Promise<CartReply> {
  const response = await fetch(`/${market}/cart/changes`, {
    ...init,
    // The change must arrive even if the page is left at once.
    keepalive: true,
    signal: AbortSignal.timeout(TIMEOUT_MS),
  })
  if (!response.ok) throw new Error(`cart answered ${response.status}`)
  return response.json()
}

/** Runs a function while no other tab does. The Web Locks API needs a secure context, and storage that is allowed. */
async function lock(run: () => Promise<void>): Promise<void> {
  if (!navigator.locks) return run()
  try {
    await navigator.locks.request(NAME, { signal: AbortSignal.timeout(LOCK_TIMEOUT_MS) }, run)
  } catch (error) {
    if (!(error instanceof DOMException) || error.name !== 'TimeoutError') throw error
    await navigator.locks.request(NAME, { steal: true }, run)
  }
}

let channel: BroadcastChannel | null = null

/** The cart of this tab. Always empty on the server, which renders the cart of the loader. */
export const cart = createCart({
  send: (market, changes) =>
    request(market, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ changes }),
    }),
  read: (market) => request(market),
  lock,
  publish: (news) => channel?.postMessage(news),
  save: saveMirror,
  load: readMirror,
  notify: showNotice,
  clock: () => performance.timeOrigin + performance.now(),
  leave: leaveChanges,
  takeOver: takeLeft,
})

/**
 * Refreshes when another store was chosen in another tab, which empties the cart, once its cookies have come; and on any
 * change of the mirror without a channel. Sends what a closed window has left.
 */
function onStorage({ key, newValue }: StorageEvent) {
  if (!newValue) return
  if (key === 'selected_market' || (key === NAME && !channel)) void cart.refresh()
  if (key !== NAME && key?.startsWith(NAME)) void cart.drain()
}

function openChannel() {
  if (channel || typeof BroadcastChannel === 'undefined' || document.visibilityState === 'hidden') return
  channel = new BroadcastChannel(NAME)
  channel.onmessage = ({ data }: MessageEvent<CartNews>) => cart.receive(data)
}

/** In the back/forward cache the page would be evicted by a message, and it refreshes anyway when it is shown again. */
function onPageHide() {
  channel?.close()
  channel = null
  cart.leave()
}

/** A page from the back/forward cache may show an outdated cart. */
function onPageShow({ persisted }: PageTransitionEvent) {
  openChannel()
  if (persisted) void cart.drain().then(cart.refresh)
}

/** A tab that was opened in the background may have missed news; and an order may have been placed in another tab. */
function onVisibilityChange() {
  if (document.visibilityState === 'hidden') return
  const hasMissedNews = channel === null
  openChannel()
  if (hasMissedNews || cart.getState().view?.remoteCartId) void cart.refresh()
}

function isHistoryNavigation(): boolean {
  const [entry] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  return entry?.type === 'back_forward'
}

/**
 * Keeps the cart up to date with the other tabs, the history, and orders.
 * @returns ends this
 */
export function keepCartCurrent(): () => void {
  openChannel()
  if (isHistoryNavigation()) void cart.refresh()
  const ended = new AbortController()
  const { signal } = ended
  addEventListener('storage', onStorage, { signal })
  addEventListener('pagehide', onPageHide, { signal })
  addEventListener('pageshow', onPageShow, { signal })
  document.addEventListener('visibilitychange', onVisibilityChange, { signal })
  // On the window, after `keepPageOffline`.
  addEventListener('submit', forgetMirrorOnSwitch, { signal })
  return () => {
    ended.abort()
    channel?.close()
    channel = null
  }
}
