import { lazy, Suspense, useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import type { CartView } from '#app/models/cart-view-types.ts'
import { type Market, marketPath } from '#app/models/market.ts'
import { isPlainClick } from '../page/browser.ts'
import { closeDrawer, openDrawer, useDrawer } from '../page/stores.ts'
import { useShop } from '../page/use-shop.ts'
import { cart, keepCartCurrent } from './client/browser.ts'
import { forgetOtherMarket, readMirror } from './client/mirror.ts'

const loadDrawer = () => import('./cart-drawer.tsx')
const CartDrawer = lazy(loadDrawer)

/** Starts with the cart of the loader; the saved cart of the market is restored if the cookie is missing. */
function startCart(market: Market, loaded: CartView | null) {
  forgetOtherMarket(market)
  cart.seed(market, loaded)
  if (loaded === null && cart.getState().view === null && readMirror(market)) void cart.refresh()
}

/** Opens the drawer for a click on a cart link, except on the cart page, and for a new tab or window. */
function openFromLink(event: MouseEvent) {
  const link = event.target instanceof Element ? event.target.closest('a[data-cart-open]') : null
  if (!link || !isPlainClick(event) || link.getAttribute('href') === location.pathname) return
  event.preventDefault()
  void openDrawer()
}

/** The client side of the cart on every page: start, synchronisation of tabs, drawer. */
export function CartClient() {
  const { market, cart: loaded } = useShop()
  const { isOpen: open } = useDrawer()
  const [isLoaded, setLoaded] = useState(false)
  const navigate = useNavigate()

  useEffect(keepCartCurrent, [])
  useEffect(() => startCart(market, loaded), [market, loaded])

  useEffect(() => {
    document.addEventListener('click', openFromLink, true)
    const idle = setTimeout(() => void loadDrawer().catch(() => undefined), 2_000)
    return () => {
      document.removeEventListener('click', openFromLink, true)
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
      // If the drawer cannot be loaded (after a deployment), the cart page is opened instead; offline the page stays,
      // and the click is repeated when the connection is back.
      () => {
        closeDrawer()
        if (!isLeft() && navigator.onLine) void navigate(marketPath(market, '/cart'))
      },
    )
  }, [open, market, navigate])

  return isLoaded ? (
    <Suspense fallback={null}>
      <CartDrawer open={open} />
    </Suspense>
  ) : null
}
