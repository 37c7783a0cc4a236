import type { CheckoutReply } from '../../models/cart-reply.ts'
import { type Market, marketPath } from '../../models/market.ts'
import { CART_PARTLY_RESTORED, CHECKOUT_FAILED, COOKIES_REFUSED, type Notice } from '../../models/messages.ts'
import { showNotice } from '../layout/notice-store.ts'
import { cartStore } from './cart-client.ts'

/** After this a request counts as failed. */
const TIMEOUT_MS = 20_000

/**
 * Creates a checkout and opens it in a new tab. The tab is opened synchronously with the click, before the URL is
 * known: otherwise it would be blocked as a popup.
 * @returns why it failed, or null when the checkout is open
 */
export async function openCheckout(market: Market): Promise<Notice | null> {
  if (cartStore.getState().isLoading) return null
  const tab = window.open('', '_blank')
  if (tab) {
    tab.document.title = 'Opening checkout...'
    tab.document.body.textContent = 'Opening checkout...'
  }
  cartStore.setLoading(true)
  const reply = await requestWithRestore(market)
  if (reply === null || 'notice' in reply) {
    tab?.close()
    cartStore.setLoading(false)
    if (reply) void refreshAfterRefusal(reply.notice)
    return reply?.notice ?? CHECKOUT_FAILED
  }
  cartStore.setLoading(false, { cartId: reply.remoteCartId, checkoutUrl: reply.url })
  if (tab && !tab.closed) {
    tab.opener = null
    tab.location.replace(reply.url)
  } else location.assign(reply.url)
  return null
}

/** A refusal may be due to a change in another tab or in the store, so the cart is refreshed. */
async function refreshAfterRefusal(notice: Notice) {
  await cartStore.refresh()
  // The form that shows the notice disappears with the last line.
  if (cartStore.getState().view?.lines.length === 0) showNotice(notice)
}

/** Requests a checkout; if the cart cookie was lost, restores the saved cart and tries again. */
async function requestWithRestore(market: Market): Promise<CheckoutReply | null> {
  const attempt = () => cartStore.afterChanges(() => requestCheckout(market)).catch(() => null)
  const isWithoutCart = (reply: CheckoutReply | null) => reply !== null && 'notice' in reply && !reply.hadCart
  const reply = await attempt()
  if (!isWithoutCart(reply)) return reply
  const before = shownLines()
  await cartStore.refresh()
  if (!cartStore.getState().view?.lines.length) return reply
  // Gifts cannot be restored; the checkout must not have less than the visitor has seen.
  if (shownLines() !== before) return { notice: CART_PARTLY_RESTORED, hadCart: true }
  const again = await attempt()
  return isWithoutCart(again) ? { notice: COOKIES_REFUSED, hadCart: false } : again
}

function shownLines(): string {
  const lines = cartStore.getState().view?.lines ?? []
  return lines
    .map(({ key, quantity }) => `${key} ${quantity}`)
    .sort()
    .join()
}

async function requestCheckout(market: Market): Promise<CheckoutReply> {
  const response = await fetch(marketPath(market, '/checkout'), {
    method: 'POST',
    headers: { Accept: 'application/json' },
    signal: AbortSignal.timeout(TIMEOUT_MS),
  })
  if (!response.ok) throw new Error(`checkout answered ${response.status}`)
  return response.json()
}
