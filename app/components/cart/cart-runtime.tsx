import { lazy, Suspense, useEffect, useState, useSyncExternalStore } from 'react'
import type { CartView } from '../../models/cart-view-types.ts'
import { type Market, marketPath } from '../../models/market.ts'
import { CART_PARTLY_RESTORED, CART_RESTORED } from '../../models/messages.ts'
import { showNotice } from '../layout/notice-store.ts'
import { useShop } from '../layout/use-shop.ts'
import { cartStore, listenToTabs } from './cart-client.ts'
import { forgetOnSwitch, readMirror } from './cart-mirror.ts'
import { isDrawerOpen, openDrawer, subscribeToDrawer } from './drawer-state.ts'

const loadDrawer = () => import('./cart-drawer.tsx')
const CartDrawer = lazy(loadDrawer)
const never = () => false

/** Takes over what the loader says; without a cookie, what this browser has kept of the cart is checked and restored. */
async function startCart(market: Market, cart: CartView | null) {
  cartStore.seed(market, cart)
  const kept = cart === null && cartStore.getState().view === null ? readMirror(market) : null
  if (kept === null) return
  const { ok } = await cartStore.change(kept, { quiet: true })
  const restored = cartStore.getState().view?.lines.length ?? 0
  if (ok && restored > 0) showNotice(restored < kept.lines.length ? CART_PARTLY_RESTORED : CART_RESTORED)
}

/** A page from the browser's back/forward cache or history may show a cart of the past. */
function refreshWhenBack(event: PageTransitionEvent) {
  if (event.persisted) void cartStore.refresh()
}

/** Back from the checkout's tab the order may be placed. */
function refreshAfterCheckout() {
  if (document.visibilityState === 'visible' && cartStore.getState().cartId) void cartStore.refresh()
}

function cameByHistory(): boolean {
  const [entry] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  return entry?.type === 'back_forward'
}

/** Opens the drawer where a cart link was pressed, except on the cart's own page and for a new tab or window. */
function openFromLink(event: MouseEvent) {
  const isPlain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey
  const link = event.target instanceof Element ? event.target.closest('a[data-cart-open]') : null
  if (!link || !isPlain || link.getAttribute('href') === location.pathname) return
  event.preventDefault()
  void openDrawer()
}

/** Everything about the cart that needs scripts, apart from the cart itself: its start, the other tabs, the drawer. */
export function CartRuntime() {
  const { market, cart } = useShop()
  const open = useSyncExternalStore(subscribeToDrawer, isDrawerOpen, never)
  const [isWanted, setWanted] = useState(false)

  // Before the cart is there: what the page brings along is told to the other tabs.
  useEffect(listenToTabs, [])

  useEffect(() => void startCart(market, cart), [market, cart])

  useEffect(() => {
    if (cameByHistory()) void cartStore.refresh()
    addEventListener('pageshow', refreshWhenBack)
    document.addEventListener('visibilitychange', refreshAfterCheckout)
    document.addEventListener('click', openFromLink, true)
    document.addEventListener('submit', forgetOnSwitch)
    const idle = setTimeout(() => void loadDrawer().catch(() => undefined), 2_000)
    return () => {
      removeEventListener('pageshow', refreshWhenBack)
      document.removeEventListener('visibilitychange', refreshAfterCheckout)
      document.removeEventListener('click', openFromLink, true)
      document.removeEventListener('submit', forgetOnSwitch)
      clearTimeout(idle)
    }
  }, [])

  useEffect(() => {
    if (!open) return
    // The drawer's code cannot be had (offline, or a newer shop): the cart has a page of its own.
    loadDrawer().then(
      () => setWanted(true),
      () => location.assign(marketPath(market, '/cart')),
    )
  }, [open, market])

  return isWanted ? (
    <Suspense fallback={null}>
      <CartDrawer open={open} />
    </Suspense>
  ) : null
}
