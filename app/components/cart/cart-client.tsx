import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import { marketPath } from '#app/models/market.ts'
import { isPlainClick } from '../page/browser.ts'
import { closeDrawer, openDrawer, useDrawer } from '../page/stores.ts'
import { useShop } from '../page/use-shop.ts'
import type CartDrawer from './cart-drawer.tsx'
import { MIRROR } from './client/mirror.ts'
import { cart } from './client/queue.ts'

const loadDrawer = () => import('./cart-drawer.tsx')

/**
 * Keeps the cart up to date with the other tabs, which save a copy, with the back/forward cache, and with orders.
 * @returns ends this
 */
function keepCartCurrent(): () => void {
  const ended = new AbortController()
  const { signal } = ended
  function readIfShown() {
    if (document.visibilityState === 'visible') void cart.refresh()
  }
  addEventListener('storage', ({ key }) => key === MIRROR && readIfShown(), { signal })
  addEventListener('pagehide', cart.leave, { signal })
  addEventListener('pageshow', ({ persisted }) => persisted && readIfShown(), { signal })
  document.addEventListener('visibilitychange', readIfShown, { signal })
  document.addEventListener('click', openFromLink, { capture: true, signal })
  return () => ended.abort()
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
  const [Drawer, setDrawer] = useState<typeof CartDrawer | null>(null)
  const navigate = useNavigate()

  useEffect(keepCartCurrent, [])
  useEffect(() => cart.seed(market, loaded), [market, loaded])

  useEffect(() => {
    const idle = setTimeout(() => void loadDrawer().catch(() => undefined), 2_000)
    return () => clearTimeout(idle)
  }, [])

  useEffect(() => {
    if (!open) return
    loadDrawer().then(
      (drawer) => setDrawer(() => drawer.default),
      // If the drawer cannot be loaded (after a deployment), the cart page is opened instead; offline the page stays.
      () => {
        closeDrawer()
        if (navigator.onLine) void navigate(marketPath(market, '/cart'))
      },
    )
  }, [open, market, navigate])

  return Drawer && <Drawer open={open} />
}
