import { afterOrder, type Cart, variantIdsOf } from '#app/models/cart.ts'
import type { CartView } from '#app/models/cart-totals.ts'
import { buildCartView } from '#app/models/cart-view.ts'
import type { Market } from '#app/models/market.ts'
import {
  CHECKOUT_CLOSED,
  ORDER_COMPLETE,
  ORDER_COMPLETE_WITHOUT_REST,
  type Toast,
} from '#app/models/messages.ts'
import type { CartServices } from '../compose.server.ts'
import type { VisitorSession } from '../session/visitor-session.server.ts'
import { markStepOrdered } from '../session/visitor-session.server.ts'
import { withDeadline } from '../upstream/upstream-error.server.ts'
import { checkDiscount } from './discount.server.ts'

/**
 * A storefront deletes carts after ten days without activity; one day less to be safe. One that is gone earlier was
 * ordered. Product: 6 After the order
 */
const REMOTE_CART_RETENTION_MS = 9 * 24 * 3_600_000

/** How long a page waits for the store; later it counts as unknown, and the next request tries again. */
const LOOKUP_DEADLINE_MS = 1_000

/**
 * Loads the view of a cart, priced from the catalogue. Lines with unknown variants have no price; while the store is
 * unavailable, none has. Never throws.
 * Spec: 2 Cart drawer
 */
export async function loadCartView(services: CartServices, cart: Cart): Promise<CartView> {
  try {
    const variants = await services.storefront.getVariants(cart.market, variantIdsOf(cart))
    return buildCartView(cart, variants, await checkDiscount(services, cart))
  } catch (error) {
    services.log.warn({ err: error }, 'cart not priced')
    return buildCartView(cart, new Map(), null, true)
  }
}

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
  // It is gone when it was ordered or has expired.
  const found = services.storefront.hasCart(checkout.remoteCartId)
  const isThere = await withDeadline(found, LOOKUP_DEADLINE_MS, () => true).catch((error) => {
    services.log.warn({ err: error }, 'order not looked up')
    return true
  })
  if (isThere) return null
  const { cart: remaining, isGiftOrdered } = afterOrder(cart)
  const isCertain = services.now() - checkout.openedAt < REMOTE_CART_RETENTION_MS
  session.setCart(remaining)
  if (isGiftOrdered && isCertain) markStepOrdered(session, services.now())
  const placed = remaining.lines.length === 0 ? ORDER_COMPLETE : ORDER_COMPLETE_WITHOUT_REST
  const toast = isCertain ? placed : CHECKOUT_CLOSED
  session.flash(toast)
  return toast
}
