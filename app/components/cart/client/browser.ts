import { type Market, marketPath } from '../../../models/market.ts'
import {
  CART_PARTLY_RESTORED,
  CHECKOUT_FAILED,
  COOKIES_REFUSED,
  type Notice,
} from '../../../models/messages.ts'
import type { CartReply, CheckoutReply } from '../../../models/replies.ts'
import { showNotice } from '../../page/notice-store.ts'
import { forgetMirrorOnSwitch, leaveChanges, readMirror, saveMirror, takeLeft } from './mirror.ts'
import { createCart } from './sender.ts'
import type { CartNews } from './store.ts'

const NAME = 'wizard-box-cart'
/** After this a request counts as failed. */
const TIMEOUT_MS = 15_000
const CHECKOUT_TIMEOUT_MS = 20_000
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
 * Refreshes when the mirror was removed by another tab, which has changed to another market, and on any change of the
 * mirror without a channel. Sends what a closed window has left.
 */
function onStorage({ key, newValue }: StorageEvent) {
  if (key === NAME && !(channel && newValue)) void cart.refresh()
  if (key !== null && key !== NAME && key.startsWith(NAME) && newValue) void cart.drain()
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
  if (hasMissedNews || cart.getState().cartId) void cart.refresh()
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
  addEventListener('storage', onStorage)
  addEventListener('pagehide', onPageHide)
  addEventListener('pageshow', onPageShow)
  document.addEventListener('visibilitychange', onVisibilityChange)
  // On the window, after `keepPageOffline`.
  addEventListener('submit', forgetMirrorOnSwitch)
  return () => {
    removeEventListener('storage', onStorage)
    removeEventListener('pagehide', onPageHide)
    removeEventListener('pageshow', onPageShow)
    document.removeEventListener('visibilitychange', onVisibilityChange)
    removeEventListener('submit', forgetMirrorOnSwitch)
    channel?.close()
    channel = null
  }
}

/** What came of a checkout: it opens, or the page stays, with a notice where none has been shown yet. */
export type CheckoutResult = { readonly isOpened: boolean; readonly notice: Notice | null }

/**
 * Makes the pending changes, creates a checkout, and opens it in a new tab. The tab is opened synchronously with the
 * click, before the URL is known: otherwise it would be blocked as a popup. Where the browser gives none, as many
 * browsers inside apps do, the checkout opens in this one.
 * @param prepare makes the changes that were typed, and tells what is refused; false if anything is
 * Spec: 4 Checkout, 5 Checkout
 */
export async function openCheckout(market: Market, prepare: () => Promise<boolean>): Promise<CheckoutResult> {
  if (cart.getState().isLoading) return { isOpened: false, notice: null }
  const tab = openTab()
  cart.setLoading(true)
  try {
    const made = await Promise.all([prepare(), cart.settled()])
    // What failed has been said already.
    if (made.includes(false)) return stay(tab, null)
    const reply = await requestWithRestore(market)
    if (reply === null) return stay(tab, CHECKOUT_FAILED)
    if ('notice' in reply) {
      void refreshAfterRefusal(reply.notice)
      return stay(tab, reply.notice)
    }
    cart.setLoading(false, { cartId: reply.remoteCartId, checkoutUrl: reply.url })
    goTo(reply.url, tab)
    return { isOpened: true, notice: null }
  } catch {
    return stay(tab, CHECKOUT_FAILED)
  }
}

function stay(tab: Window | null, notice: Notice | null): CheckoutResult {
  tab?.close()
  cart.setLoading(false)
  return { isOpened: false, notice }
}

/** A new tab; null where the browser gives none, but null, an error, this window itself, or something like a window. */
function openTab(): Window | null {
  try {
    const tab = window.open('', '_blank')
    if (!tab || tab === window || Object.prototype.toString.call(tab) !== '[object Window]') return null
    tab.document.title = 'Opening checkout...'
    tab.document.body.textContent = 'Opening checkout...'
    return tab
  } catch {
    return null
  }
}

function goTo(url: string, tab: Window | null): void {
  if (tab && !tab.closed) {
    tab.opener = null
    tab.location.replace(url)
  } else location.assign(url)
}

/** A refusal may be due to a change in another tab or in the store, so the cart is refreshed. */
async function refreshAfterRefusal(notice: Notice) {
  await cart.refresh()
  // The form that shows the notice disappears with the last line.
  if (cart.getState().view?.lines.length === 0) showNotice(notice)
}

/** Requests a checkout; if the cart cookie was lost, restores the saved cart and tries again. */
async function requestWithRestore(market: Market): Promise<CheckoutReply | null> {
  const attempt = () => cart.afterChanges(() => requestCheckout(market)).catch(() => null)
  const isWithoutCart = (reply: CheckoutReply | null) => reply !== null && 'notice' in reply && !reply.hadCart
  const reply = await attempt()
  if (!isWithoutCart(reply)) return reply
  const before = shownLines()
  await cart.refresh()
  if (!cart.getState().view?.lines.length) return reply
  // Gifts cannot be restored; the checkout must not have less than the visitor has seen.
  if (shownLines() !== before) return { notice: CART_PARTLY_RESTORED, hadCart: true }
  const again = await attempt()
  return isWithoutCart(again) ? { notice: COOKIES_REFUSED, hadCart: false } : again
}

function shownLines(): string {
  const lines = cart.getState().view?.lines ?? []
  return lines
    .map(({ key, quantity }) => `${key} ${quantity}`)
    .sort()
    .join()
}

async function requestCheckout(market: Market): Promise<CheckoutReply> {
  const response = await fetch(marketPath(market, '/checkout'), {
    method: 'POST',
    headers: { Accept: 'application/json' },
    signal: AbortSignal.timeout(CHECKOUT_TIMEOUT_MS),
  })
  if (!response.ok) throw new Error(`checkout answered ${response.status}`)
  return response.json()
}
