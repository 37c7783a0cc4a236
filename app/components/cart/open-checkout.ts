import type { CheckoutReply } from '../../models/cart-reply.ts'
import { type Market, marketPath } from '../../models/market.ts'
import { CART_PARTLY_RESTORED, CHECKOUT_FAILED, COOKIES_REFUSED, type Notice } from '../../models/messages.ts'
import { showNotice } from '../layout/notice-store.ts'
import { cartStore } from './cart-client.ts'

/** A checkout that takes longer than this has failed, milliseconds. */
const PATIENCE_MS = 20_000

/**
 * Creates a checkout and shows it in a new tab. The tab is opened within the click, before the address is known:
 * later it would be a popup, and blocked.
 * @returns what is wrong, or null once the checkout is open
 */
export async function openCheckout(market: Market): Promise<Notice | null> {
  if (cartStore.getState().isLoading) return null
  const tab = window.open('', '_blank')
  if (tab) {
    tab.document.title = 'Opening checkout...'
    tab.document.body.textContent = 'Opening checkout...'
  }
  cartStore.setLoading(true)
  const reply = await checkoutOfKept(market)
  if (reply === null || 'notice' in reply) {
    tab?.close()
    cartStore.setLoading(false)
    if (reply) void showWhy(reply.notice)
    return reply?.notice ?? CHECKOUT_FAILED
  }
  cartStore.setLoading(false, { cartId: reply.remoteCartId, checkoutUrl: reply.url })
  if (tab && !tab.closed) {
    tab.opener = null
    tab.location.replace(reply.url)
  } else location.assign(reply.url)
  return null
}

/** What the server refuses it knows of a cart that has changed: in another tab, or in the store. */
async function showWhy(notice: Notice) {
  await cartStore.refresh()
  // With the last line goes the form that has said why.
  if (cartStore.getState().view?.lines.length === 0) showNotice(notice)
}

/** The checkout of the cart that is shown: where the browser has lost its cookie, what it has kept is put back first. */
async function checkoutOfKept(market: Market): Promise<CheckoutReply | null> {
  const ask = () => cartStore.afterChanges(() => requestCheckout(market)).catch(() => null)
  const isWithoutCart = (reply: CheckoutReply | null) => reply !== null && 'notice' in reply && !reply.hadCart
  const reply = await ask()
  if (!isWithoutCart(reply)) return reply
  const before = shownLines()
  await cartStore.refresh()
  if (!cartStore.getState().view?.lines.length) return reply
  // A gift is not put back by itself: nobody is led to a checkout that holds less than they saw.
  if (shownLines() !== before) return { notice: CART_PARTLY_RESTORED, hadCart: true }
  const again = await ask()
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
    signal: AbortSignal.timeout(PATIENCE_MS),
  })
  if (!response.ok) throw new Error(`checkout answered ${response.status}`)
  return response.json()
}
