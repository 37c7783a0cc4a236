import type { CartReply } from '../../models/cart-reply.ts'
import type { Market } from '../../models/market.ts'
import { showNotice } from '../layout/notice-store.ts'
import { readMirror, saveMirror } from './cart-mirror.ts'
import type { CartNews } from './cart-state.ts'
import { createCartStore } from './cart-store.ts'

const NAME = 'wizard-box-cart'
/** After this a request counts as failed. */
const TIMEOUT_MS = 15_000

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

let channel: BroadcastChannel | null = null

/** The cart of this tab. Always empty on the server, which renders the cart of the loader. */
export const cartStore = createCartStore({
  send: (market, changes) =>
    request(market, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ changes }),
    }),
  read: (market) => request(market),
  // The Web Locks API needs a secure context. Without it, only the requests of this tab are serialised.
  lock: <T>(run: () => Promise<T>): Promise<T> =>
    navigator.locks ? (navigator.locks.request(NAME, run) as Promise<T>) : serialise(run),
  publish: (news) => channel?.postMessage(news),
  save: saveMirror,
  load: readMirror,
  notify: showNotice,
  clock: () => performance.timeOrigin + performance.now(),
})

let queue: Promise<unknown> = Promise.resolve()

function serialise<T>(run: () => Promise<T>): Promise<T> {
  const result = queue.then(run)
  queue = result.catch(() => undefined)
  return result
}

/**
 * Refreshes when the mirror was removed by another tab, which has changed to another market, and on any change of the
 * mirror without a channel.
 */
function onMirrorChange({ key, newValue }: StorageEvent) {
  if (key === NAME && !(channel && newValue)) void cartStore.refresh()
}

function open() {
  if (channel || typeof BroadcastChannel === 'undefined' || document.visibilityState === 'hidden') return
  channel = new BroadcastChannel(NAME)
  channel.onmessage = ({ data }: MessageEvent<CartNews>) => cartStore.receive(data)
}

function close() {
  channel?.close()
  channel = null
}

/** A tab that was opened in the background may have missed news. */
function openAndRefresh() {
  if (channel) return
  open()
  if (channel) void cartStore.refresh()
}

/**
 * Listens to the other tabs while the page is shown. In the back/forward cache it would be evicted by a message, and
 * it refreshes anyway when it is shown again.
 * @returns stops listening
 */
export function listenToTabs(): () => void {
  open()
  addEventListener('storage', onMirrorChange)
  addEventListener('pagehide', close)
  addEventListener('pageshow', open)
  document.addEventListener('visibilitychange', openAndRefresh)
  return () => {
    removeEventListener('storage', onMirrorChange)
    removeEventListener('pagehide', close)
    removeEventListener('pageshow', open)
    document.removeEventListener('visibilitychange', openAndRefresh)
    close()
  }
}
