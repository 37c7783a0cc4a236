import { lazy, Suspense, useEffect, useState, useSyncExternalStore } from 'react'
import { useNavigate } from 'react-router'
import type { CartView } from '../../models/cart-view-types.ts'
import { type Market, marketPath } from '../../models/market.ts'
import { CART_PARTLY_RESTORED, CART_RESTORED } from '../../models/messages.ts'
import { showNotice } from '../layout/notice-store.ts'
import { useShop } from '../layout/use-shop.ts'
import { isPlainClick } from '../ui/plain-click.ts'
import { cartStore, listenToTabs } from './cart-client.ts'
import { forgetMirrorOnSwitch, readMirror } from './cart-mirror.ts'
import { closeDrawer, isDrawerOpen, openDrawer, subscribeToDrawer } from './drawer-state.ts'

const loadDrawer = () => import('./cart-drawer.tsx')
const CartDrawer = lazy(loadDrawer)
const closedOnServer = () => false

/** Starts with the cart of the loader, or restores the saved cart if the cookie is missing. */
async function startCart(market: Market, cart: CartView | null) {
  cartStore.seed(market, cart)
  const saved = cart === null && cartStore.getState().view === null ? readMirror(market) : null
  if (saved === null) return
  const { ok } = await cartStore.change(saved, { quiet: true })
  const restored = cartStore.getState().view?.lines.length ?? 0
  if (ok && restored > 0) showNotice(restored < saved.lines.length ? CART_PARTLY_RESTORED : CART_RESTORED)
}

/** A page from the back/forward cache may show an outdated cart. */
function refreshFromBackCache(event: PageTransitionEvent) {
  if (event.persisted) void cartStore.refresh()
}

/** The order may have been placed in the tab of the checkout. */
function refreshAfterCheckout() {
  if (document.visibilityState === 'visible' && cartStore.getState().cartId) void cartStore.refresh()
}

function isHistoryNavigation(): boolean {
  const [entry] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  return entry?.type === 'back_forward'
}

/** Opens the drawer for a click on a cart link, except on the cart page, and for a new tab or window. */
function openFromLink(event: MouseEvent) {
  const link = event.target instanceof Element ? event.target.closest('a[data-cart-open]') : null
  if (!link || !isPlainClick(event) || link.getAttribute('href') === location.pathname) return
  event.preventDefault()
  void openDrawer()
}

/** The client side of the cart: start, synchronisation of tabs, drawer. */
export function CartRuntime() {
  const { market, cart } = useShop()
  const open = useSyncExternalStore(subscribeToDrawer, isDrawerOpen, closedOnServer)
  const [isLoaded, setLoaded] = useState(false)
  const navigate = useNavigate()

  // Before the start, which publishes the cart of the page to the other tabs.
  useEffect(listenToTabs, [])

  useEffect(() => void startCart(market, cart), [market, cart])

  useEffect(() => {
    if (isHistoryNavigation()) void cartStore.refresh()
    addEventListener('pageshow', refreshFromBackCache)
    document.addEventListener('visibilitychange', refreshAfterCheckout)
    document.addEventListener('click', openFromLink, true)
    // On the window, after `keepPageOffline`.
    addEventListener('submit', forgetMirrorOnSwitch)
    const idle = setTimeout(() => void loadDrawer().catch(() => undefined), 2_000)
    return () => {
      removeEventListener('pageshow', refreshFromBackCache)
      document.removeEventListener('visibilitychange', refreshAfterCheckout)
      document.removeEventListener('click', openFromLink, true)
      removeEventListener('submit', forgetMirrorOnSwitch)
      clearTimeout(idle)
    }
  }, [])

  useEffect(() => {
    if (!open) return
    const { pathname } = location
    const isLeft = () => location.pathname !== pathname
    loadDrawer().then(
      // A drawer that arrives on the next page stays closed: it is no longer what the visitor is looking at.
      () => (isLeft() ? closeDrawer() : setLoaded(true)),
      // If the drawer cannot be loaded (offline, or after a deployment), the cart page is opened instead.
      () => {
        closeDrawer()
        if (!isLeft()) void navigate(marketPath(market, '/cart'))
      },
    )
  }, [open, market, navigate])

  return isLoaded ? (
    <Suspense fallback={null}>
      <CartDrawer open={open} />
    </Suspense>
  ) : null
}
