import { afterOrder, isOrderCertain } from '#app/models/cart-checkout.ts'
import type { CartView } from '#app/models/cart-view-types.ts'
import type { Market } from '#app/models/market.ts'
import {
  CHECKOUT_CLOSED,
  ORDER_COMPLETE,
  ORDER_COMPLETE_WITHOUT_REST,
  type Toast,
} from '#app/models/messages.ts'
import type { CartServices } from '../compose.server.ts'
import { markStepOrdered } from '../session/redeem-step.server.ts'
import type { VisitorSession } from '../session/visitor-session.server.ts'
import { withDeadline } from '../upstream/upstream-error.server.ts'
import { loadCartView } from './cart-view.server.ts'

/** How long a page waits for the store; later it counts as unknown, and the next request tries again. */
const LOOKUP_DEADLINE_MS = 1_000

/** Loads a visitor's cart for a page, without what was paid: see `reconcileCart`. Never throws. */
export async function openVisitorCart(
  services: CartServices,
  session: VisitorSession,
  market: Market,
): Promise<CartView> {
  await reconcileCart(services, session, market)
  return loadCartView(services, session.cart(market))
}

/** One run for each request: the loaders of a page run in parallel, and several of them need it. */
const runs = new WeakMap<VisitorSession, Promise<Toast | null>>()

/**
 * Takes out of the cart what was paid in the checkout that was opened last. That an order was placed is said only if
 * the checkout cannot have expired.
 * @returns the toast, which is also flashed for the next page; null when nothing was taken out. Never throws.
 * Product: 6 After the order
 */
export function reconcileCart(
  services: CartServices,
  session: VisitorSession,
  market: Market,
): Promise<Toast | null> {
  const run = runs.get(session) ?? settle(services, session, market)
  runs.set(session, run)
  return run
}

async function settle(services: CartServices, session: VisitorSession, market: Market) {
  const cart = session.cart(market)
  const { checkout } = cart
  if (checkout === null || cart.lines.length === 0) return null
  if (!(await isCheckoutGone(services, market, checkout.remoteCartId))) return null
  const { cart: remaining, isGiftOrdered } = afterOrder(cart)
  const isCertain = isOrderCertain(cart, services.now())
  session.setCart(remaining)
  if (isGiftOrdered && isCertain) markStepOrdered(session, services.now())
  const placed = remaining.lines.length === 0 ? ORDER_COMPLETE : ORDER_COMPLETE_WITHOUT_REST
  const toast = isCertain ? placed : CHECKOUT_CLOSED
  session.flash(toast)
  return toast
}

/** Whether a remote cart no longer exists, because it was ordered or has expired; false while that is unknown. */
async function isCheckoutGone({ storefront, log }: CartServices, market: Market, id: string) {
  try {
    return (await withDeadline(storefront.getCart(market, id), LOOKUP_DEADLINE_MS, () => 'late')) === null
  } catch (error) {
    log.warn({ err: error }, 'order not looked up')
    return false
  }
}
