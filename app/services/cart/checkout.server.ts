import {
  type Cart,
  type CartVariant,
  shippingCountryOf,
  type VariantsById,
  withoutGift,
} from '#app/models/cart.ts'
import {
  afterOrder,
  applicableGiftCode,
  checkoutLines,
  checkoutRefusal,
  findShortages,
  isCheckoutCurrent,
  isGiftFree,
  isOrderCertain,
} from '#app/models/cart-checkout.ts'
import { hasKind } from '#app/models/cart-fields.ts'
import type { CartView } from '#app/models/cart-view-types.ts'
import { usableDiscountCode } from '#app/models/gift-code.ts'
import { lineRefusal, lineState } from '#app/models/line-state.ts'
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
import { decideRedeem } from '#app/models/redeem.ts'
import { giftRemoved } from '#app/models/redeem-messages.ts'
import type { CartResult } from '#app/models/replies.ts'
import type { CartServices, Services } from '../compose.server.ts'
import { markStepOrdered } from '../session/redeem-step.server.ts'
import type { VisitorSession } from '../session/visitor-session.server.ts'
import { withDeadline } from '../upstream/upstream-error.server.ts'
import { cartVariants, loadCartView } from './cart-view.server.ts'

export type CheckoutServices = CartServices & Pick<Services, 'origin' | 'backend'>

/** What came of a change, with the cart to store. */
export type ChangedCart = CartResult & { readonly cart: Cart }

/** The change was not made. */
export function refused(cart: Cart, ...toasts: readonly Toast[]): ChangedCart {
  return { cart, ok: false, toasts, checkoutUrl: null }
}

/** The change was made. */
export function done(cart: Cart, ...toasts: readonly Toast[]): ChangedCart {
  return { cart, ok: true, toasts, checkoutUrl: null }
}

/**
 * Opens a checkout for a cart. Every variant must be available in the target country; then a remote cart is created,
 * unless the one that was created before still matches, and the code of a gift must apply to it. A failure leaves the
 * cart as it is.
 * @param visitedOrigin scheme and host at which the visitor uses the shop
 * @returns the checked URL and the cart with the remote cart's id, or the cart with the message to show. Never throws.
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
    const variants = await cartVariants(services, cart)
    const unavailable = await unavailableVariants(services, cart)
    if (unavailable.length > 0 || isRefused(cart, variants))
      return refused({ ...cart, unavailable }, itemsUnavailable(cart.market))
    const giftCode = applicableGiftCode(cart)
    if (giftCode === null && hasKind(cart, 'gift')) return refused(cart, GIFT_NOT_APPLIED)
    const openUrl = openedCheckout(services, cart, giftCode, visitedOrigin)
    if (openUrl !== null) return { ...done({ ...cart, unavailable: [] }), checkoutUrl: openUrl }
    return await createCheckout(services, cart, variants, giftCode, visitedOrigin)
  } catch (error) {
    services.log.warn({ err: error }, 'checkout not opened')
    return refused(stored, CHECKOUT_FAILED)
  }
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
    const decision = decideRedeem(gift.revokedAt === null ? gift : null, cart.market)
    const toast = giftRemoved(decision, cart.market)
    const left = toast ? withoutGift(cart) : cart
    if (left !== cart) return { cart: left, toast }
    if (toast || usableDiscountCode(gift)?.toUpperCase() === known.toUpperCase()) return unchanged
    const code = await gifts.ensureDiscount(gift)
    return code === null ? unchanged : { cart: { ...cart, giftDiscountCode: code }, toast: null }
  } catch (error) {
    services.log.warn({ err: error }, 'gift in the cart not looked up')
    return unchanged
  }
}

/** Ids of the variants that cannot be shipped to the country of the cart, live from the storefront. Spec: 5 Checkout */
async function unavailableVariants({ storefront }: CartServices, cart: Cart): Promise<readonly string[]> {
  const ids = [...new Set(cart.lines.map((line) => line.variantId))]
  const checked = await storefront.checkVariants(ids, shippingCountryOf(cart))
  return checked.filter(({ availableForSale }) => !availableForSale).map(({ id }) => id)
}

/** Whether a line blocks the checkout by anything but its availability, which is checked live. */
function isRefused(cart: Cart, variants: VariantsById): boolean {
  return cart.lines.some((line) => {
    const variant = variants.get(line.variantId)
    const state = variant && lineState(line, cart.market, { ...variant, availableForSale: true })
    return state && lineRefusal(state, { ...cart, unavailable: [] }) !== null
  })
}

async function createCheckout(
  services: CheckoutServices,
  cart: Cart,
  variants: VariantsById,
  giftCode: string | null,
  visitedOrigin: string,
): Promise<ChangedCart> {
  const lines = checkoutLines(cart)
  const country = shippingCountryOf(cart)
  const input = {
    market: cart.market,
    country,
    lines,
    discountCodes: [cart.discountCode, giftCode].filter((code) => code !== null),
  }
  const reply = await services.storefront.openCheckout(input, cart.discountCode)
  if (!reply.ok) {
    const cause = { error: reply.error, messages: reply.messages }
    services.log.warn(cause, 'checkout refused by the storefront')
    return refused(cart, CHECKOUT_FAILED)
  }
  const { cart: remote } = reply.value
  const shortages = findShortages(lines, remote.lines)
  if (shortages.length > 0)
    return refused(
      cart,
      stockShort(shortages.map(({ merchandiseId: id, left }) => ({ name: nameOf(variants.get(id)), left }))),
    )
  if (!isGiftFree(remote.discounts, giftCode)) return refused(cart, GIFT_NOT_APPLIED)
  const url = atVisitedOrigin(reply.value.url, services, visitedOrigin)
  const checkout = {
    remoteCartId: remote.id,
    url,
    lines: cart.lines,
    country,
    discountCode: cart.discountCode,
    giftDiscountCode: giftCode,
    openedAt: services.now(),
  }
  return { ...done({ ...cart, checkout, unavailable: [] }), checkoutUrl: url }
}

/**
 * The address of the checkout that was opened before, if the cart is the same: with a second one, paying for the first
 * would not empty the cart. One that was paid has left the cart before (`reconcileCart`). Product: 6 After the order
 * @returns null where a new one has to be opened
 */
function openedCheckout(
  { storefront }: CheckoutServices,
  cart: Cart,
  giftCode: string | null,
  visitedOrigin: string,
): string | null {
  if (cart.checkout === null || !isCheckoutCurrent(cart, giftCode)) return null
  const origin = URL.parse(cart.checkout.url)?.origin
  const isAllowed = [visitedOrigin, ...storefront.checkoutOrigins()].some((known) => known === origin)
  return isAllowed ? cart.checkout.url : null
}

/**
 * Moves the URL of an embedded checkout to the origin at which the visitor uses the shop: the shop's own origin may
 * not be reachable for them (another host, a mapped port), and their cookies are not sent to it.
 */
function atVisitedOrigin(checkoutUrl: string, { origin }: CheckoutServices, visitedOrigin: string): string {
  const url = new URL(checkoutUrl)
  const isEmbedded = url.origin === new URL(origin()).origin
  return isEmbedded ? visitedOrigin + url.pathname + url.search : checkoutUrl
}

function nameOf(variant: CartVariant | undefined): string {
  return variant ? `${variant.productTitle}, ${variant.title}` : UNNAMED_ITEM
}

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
