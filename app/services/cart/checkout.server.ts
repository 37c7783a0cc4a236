import {
  afterOrder,
  type Cart,
  checkoutRefusal,
  orderKey,
  shippingCountryOf,
  type VariantsById,
  variantIdsOf,
  withoutGift,
} from '#app/models/cart.ts'
import { hasKind } from '#app/models/cart-fields.ts'
import type { CartView } from '#app/models/cart-totals.ts'
import { buildCartView, lineRefusal } from '#app/models/cart-view.ts'
import { isSameCode, withGiftCode } from '#app/models/discount.ts'
import type { Market } from '#app/models/market.ts'
import {
  CART_EMPTY,
  CHECKOUT_CLOSED,
  CHECKOUT_FAILED,
  CHOOSE_COUNTRY,
  GIFT_NOT_APPLIED,
  itemsUnavailable,
  ORDER_COMPLETE,
  ORDER_COMPLETE_WITHOUT_REST,
  stockShort,
  type Toast,
  UNNAMED_ITEM,
} from '#app/models/messages.ts'
import { giftRemoved } from '#app/models/redeem-messages.ts'
import { type ChangedCart, done, refused } from '#app/models/replies.ts'
import { usableCode } from '#supabase/functions/_shared/text/text.ts'
import type { CartServices, Services } from '../compose.server.ts'
import type { VisitorSession } from '../session/visitor-session.server.ts'
import { markStepOrdered } from '../session/visitor-session.server.ts'
import { withDeadline } from '../upstream/upstream-error.server.ts'
import { checkDiscount } from './discount.server.ts'

type CheckoutServices = CartServices & Pick<Services, 'origin' | 'backend'>

/**
 * Opens a checkout for a cart. Every variant must be available in the target country; then a remote cart is created,
 * unless the one that was created before is for the same order: with a second one, paying for the first would not empty
 * the cart. The code of a gift must apply to it. A failure leaves the cart as it is.
 * @param visitedOrigin scheme and host at which the visitor uses the shop
 * @returns the address and the cart with the checkout, or the cart with the message to show. Never throws.
 * Spec: 4 Checkout, 5 Checkout, 8 Cart and checkout
 */
export async function startCheckout(
  services: CheckoutServices,
  stored: Cart,
  visitedOrigin: string,
): Promise<ChangedCart> {
  const refusal = checkoutRefusal(stored)
  if (refusal !== null) return refused(stored, refusal === 'empty' ? CART_EMPTY : CHOOSE_COUNTRY)
  const { cart, toast } = await withCurrentGift(services, stored)
  if (toast) return refused(cart, toast)
  try {
    const variants = await services.storefront.getVariants(cart.market, variantIdsOf(cart))
    // Live, whatever the catalogue says. Spec: 5 Checkout
    const checked = await services.storefront.checkVariants(variantIdsOf(cart), shippingCountryOf(cart))
    const unavailable = checked.filter(({ availableForSale }) => !availableForSale).map(({ id }) => id)
    const live = [...variants.values()].map((variant) => ({ ...variant, availableForSale: true }))
    const isBlocked = live.some((variant) => lineRefusal({ ...cart, unavailable }, variant) !== null)
    if (unavailable.length > 0 || isBlocked)
      return refused({ ...cart, unavailable }, itemsUnavailable(cart.market))
    if (hasKind(cart, 'gift') && cart.giftDiscountCode === null) return refused(cart, GIFT_NOT_APPLIED)
    const opened = cart.checkout && orderKey(cart.checkout) === orderKey(cart) ? cart.checkout : null
    const checkout = opened ?? (await openCheckout(services, cart, variants))
    if ('kind' in checkout) return refused(cart, checkout)
    const checkoutUrl = new URL(checkout.url, visitedOrigin).href
    return { ...done({ ...cart, checkout, unavailable: [] }), checkoutUrl }
  } catch (error) {
    services.log.warn({ err: error }, 'checkout not opened')
    return refused(stored, CHECKOUT_FAILED)
  }
}

/** A new checkout, or why the storefront has none for all that is in the cart. @throws UpstreamError */
async function openCheckout(
  { storefront, origin, now }: CheckoutServices,
  cart: Cart,
  variants: VariantsById,
): Promise<NonNullable<Cart['checkout']> | Toast> {
  const { lines, shippingCountry, discountCode, giftDiscountCode } = cart
  const { remote, url } = await storefront.openCheckout(cart)
  const short = stockShort(lines, remote.lines, (id) => {
    const variant = variants.get(id)
    return variant ? `${variant.productTitle}, ${variant.title}` : UNNAMED_ITEM
  })
  if (short) return short
  const applied = remote.discounts.filter(({ state }) => state === 'applied')
  if (giftDiscountCode !== null && !applied.some(({ code }) => isSameCode(code, giftDiscountCode)))
    return GIFT_NOT_APPLIED
  const order = { lines, shippingCountry, discountCode, giftDiscountCode }
  return { ...order, remoteCartId: remote.id, url: withoutOwnOrigin(url, origin()), openedAt: now() }
}

/**
 * The path and query of an embedded checkout, as it is at whatever origin the visitor uses the shop at: the shop's own
 * may not be reachable for them (another host, a mapped port), and their cookies are not sent to it.
 */
function withoutOwnOrigin(checkoutUrl: string, ownOrigin: string): string {
  const { origin, pathname, search } = new URL(checkoutUrl)
  return origin === new URL(ownOrigin).origin ? pathname + search : checkoutUrl
}

/**
 * The cart without a gift that can no longer be redeemed, with a toast; else with the discount that the gift has now: the
 * one that it was given ends when an order that used it is undone. Where that is unknown, the cart is unchanged, and the
 * remote cart tells whether the gift is free. Never throws.
 */
export async function withCurrentGift(
  services: CartServices & Pick<Services, 'backend'>,
  cart: Cart,
): Promise<{ readonly cart: Cart; readonly toast: Toast | null }> {
  const unchanged = { cart, toast: null }
  const known = cart.giftDiscountCode
  if (known === null) return unchanged
  try {
    const { gifts } = services.backend
    const gift = await gifts.findByDiscount(known)
    if (gift === null) return unchanged
    const toast = giftRemoved(gift.revokedAt === null ? gift : null, cart.market)
    const left = toast ? withoutGift(cart) : cart
    if (left !== cart) return { cart: left, toast }
    if (toast || usableCode(gift.discountCode)?.toUpperCase() === known.toUpperCase()) return unchanged
    const code = await gifts.ensureDiscount(gift)
    return code === null ? unchanged : { cart: withGiftCode(cart, code), toast: null }
  } catch (error) {
    services.log.warn({ err: error }, 'gift in the cart not looked up')
    return unchanged
  }
}

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
