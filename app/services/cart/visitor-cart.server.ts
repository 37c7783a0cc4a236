import { afterOrder, type Cart, type CartView } from '../../models/cart.ts'
import type { Market } from '../../models/market.ts'
import { type Notice, ORDER_COMPLETE, ORDER_COMPLETE_WITHOUT_REST } from '../../models/messages.ts'
import type { VisitorSession } from '../session/visitor-session.server.ts'
import { settleWithin } from '../settle-within.server.ts'
import type { CartServices } from './cart-services.server.ts'
import { loadCartView } from './cart-view.server.ts'

/** Nobody's page waits longer for this; the next visit asks again. Milliseconds. */
const ORDER_DEADLINE_MS = 1_000

/**
 * A visitor's cart for a page. When the order of an opened checkout has been placed, what was ordered leaves the cart,
 * and the page says so. Never throws. Product decisions: after the order
 */
export async function openVisitorCart(
  services: CartServices,
  session: VisitorSession,
  market: Market,
): Promise<CartView> {
  const cart = session.cart(market)
  const [isOrdered, view] = await Promise.all([isOrderPlaced(services, cart), loadCartView(services, cart)])
  if (!isOrdered) return view
  takeOut(session, cart)
  return loadCartView(services, session.cart(market))
}

/**
 * Takes what was ordered out of the cart before it is ordered once more, by a tab that does not know of the order yet. The next
 * page or look at the cart says so.
 * @returns what it says, or null when no order was placed. Never throws.
 */
export async function leaveOrdered(
  services: CartServices,
  session: VisitorSession,
  market: Market,
): Promise<Notice | null> {
  const cart = session.cart(market)
  return (await isOrderPlaced(services, cart)) ? takeOut(session, cart) : null
}

function takeOut(session: VisitorSession, cart: Cart): Notice {
  const rest = afterOrder(cart)
  const notice = rest.lines.length === 0 ? ORDER_COMPLETE : ORDER_COMPLETE_WITHOUT_REST
  session.setCart(rest)
  session.flash(notice)
  return notice
}

/** True when the remote cart of an opened checkout is gone, which it is once paid. Never throws. */
async function isOrderPlaced(services: CartServices, cart: Cart): Promise<boolean> {
  if (cart.remoteCartId === null || cart.lines.length === 0) return false
  try {
    const asked = services.storefront.getCart(cart.market, cart.remoteCartId)
    return (await settleWithin(asked, ORDER_DEADLINE_MS, () => 'late')) === null
  } catch (error) {
    services.log.warn({ err: error }, 'order not looked up')
    return false
  }
}
