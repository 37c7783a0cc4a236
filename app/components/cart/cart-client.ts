import type { CartReply } from '../../models/cart-reply.ts'
import type { Market } from '../../models/market.ts'
import { showNotice } from '../layout/notice-store.ts'
import { keepMirror, readMirror } from './cart-mirror.ts'
import type { CartNews } from './cart-state.ts'
import { createCartStore } from './cart-store.ts'

const NAME = 'wizard-box-cart'
/** After this a change counts as failed. */
const PATIENCE_MS = 15_000

async function request(market: Market, init?: RequestInit): Promise<CartReply> {
  const response = await fetch(`/${market}/cart/changes`, {
    ...init,
    // Whoever goes on at once has put it in the cart all the same.
    keepalive: true,
    signal: AbortSignal.timeout(PATIENCE_MS),
  })
  if (!response.ok) throw new Error(`cart answered ${response.status}`)
  return response.json()
}

let channel: BroadcastChannel | null = null

/** The cart of this tab. On the server it stays empty: there the loader's data is the cart. */
export const cartStore = createCartStore({
  send: (market, changes) =>
    request(market, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ changes }),
    }),
  read: (market) => request(market),
  // Without locks (a page not served over TLS) the tabs take their chance; each still sends one thing at a time.
  lock: <T>(run: () => Promise<T>): Promise<T> =>
    navigator.locks ? (navigator.locks.request(NAME, run) as Promise<T>) : alone(run),
  publish: (news) => channel?.postMessage(news),
  keep: keepMirror,
  recall: readMirror,
  notify: showNotice,
  clock: () => performance.timeOrigin + performance.now(),
})

let queue: Promise<unknown> = Promise.resolve()

function alone<T>(run: () => Promise<T>): Promise<T> {
  const turn = queue.then(run)
  queue = turn.catch(() => undefined)
  return turn
}

/** A copy that is gone was of a store that another tab has left, where nobody tells of this store's cart. */
function hearOfCopy({ key, newValue }: StorageEvent) {
  if (key === NAME && !(channel && newValue)) void cartStore.refresh()
}

function open() {
  if (channel || typeof BroadcastChannel === 'undefined' || document.visibilityState === 'hidden') return
  channel = new BroadcastChannel(NAME)
  channel.onmessage = ({ data }: MessageEvent<CartNews>) => cartStore.hear(data)
}

function close() {
  channel?.close()
  channel = null
}

/** A tab that was opened in the background may have missed something. */
function catchUp() {
  if (channel) return
  open()
  if (channel) void cartStore.refresh()
}

/**
 * Listens to the other tabs while the page is shown: one that the browser keeps for going back is thrown away as soon as
 * news reach it, and reads the cart anyhow when it is shown again.
 * @returns how to stop
 */
export function listenToTabs(): () => void {
  open()
  addEventListener('storage', hearOfCopy)
  addEventListener('pagehide', close)
  addEventListener('pageshow', open)
  document.addEventListener('visibilitychange', catchUp)
  return () => {
    removeEventListener('storage', hearOfCopy)
    removeEventListener('pagehide', close)
    removeEventListener('pageshow', open)
    document.removeEventListener('visibilitychange', catchUp)
    close()
  }
}
