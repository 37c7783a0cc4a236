import { type Cart, hasGift, type VariantsById, withoutGift } from '#app/models/cart.ts'
import { afterOrder, isOrderCertain } from '#app/models/cart-checkout.ts'
import type { CartView } from '#app/models/cart-view-types.ts'
import type { Market } from '#app/models/market.ts'
import {
  CHECKOUT_CLOSED,
  type Notice,
  ORDER_COMPLETE,
  ORDER_COMPLETE_WITHOUT_REST,
} from '#app/models/messages.ts'
import { decideRedeem } from '#app/models/redeem.ts'
import { GIFT_ORDERED, giftRemoved } from '#app/models/redeem-messages.ts'
import type { CartServices, Services } from '../request/services.server.ts'
import { markStepOrdered } from '../session/redeem-step.server.ts'
import type { VisitorSession } from '../session/visitor-session.server.ts'
import { settleWithin } from '../upstream/settle-within.server.ts'
import { cartVariants, loadCartView } from './cart-view.server.ts'

/** How long a page waits for each lookup; a late one counts as unknown, and the next request tries again. */
const LOOKUP_DEADLINE_MS = 1_000

type VisitorCartServices = CartServices & Pick<Services, 'backend' | 'now'>

/**
 * The state of the checkout that was opened last, by its remote cart:
 * - `pending`: still open, or no checkout was opened;
 * - `gone`: the remote cart no longer exists, because the order was placed or because it has expired;
 * - `unknown`: the lookup failed or was too slow.
 */
type CheckoutState = 'pending' | 'gone' | 'unknown'

type GiftClosed = {
  readonly notice: Notice
  /** True when an order has redeemed it, false when it was revoked or cannot be redeemed here. */
  readonly isRedeemed: boolean
}

/**
 * Loads a visitor's cart for a page, reconciled by `reconcileCart`. Never throws.
 * Product: 6 After the order
 */
export async function openVisitorCart(
  services: VisitorCartServices,
  session: VisitorSession,
  market: Market,
): Promise<CartView> {
  const cart = session.cart(market)
  const [notice, view] = await Promise.all([
    reconcileCart(services, session, market),
    loadCartView(services, cart),
  ])
  return notice === null ? view : loadCartView(services, session.cart(market))
}

/** One run for each request: the loaders of a page run in parallel, and several of them need it. */
const runs = new WeakMap<VisitorSession, Promise<Notice | null>>()

/**
 * Reconciles the cart with the order of its checkout and the state of its gift, so that nothing is ordered twice.
 *
 * | checkout           | gift in the cart | outcome                                                            |
 * | ------------------ | ---------------- | ------------------------------------------------------------------ |
 * | gone               | any              | ordered lines are removed (`removeOrderedLines`)                   |
 * | pending or unknown | redeemable       | cart unchanged                                                     |
 * | pending or unknown | closed           | the checkout is looked up again, see below                         |
 * | → now gone         | closed           | this cart's own order redeemed the gift: ordered lines are removed |
 * | → still pending    | closed           | the gift is removed, as own order or not (`removeClosedGift`)      |
 * | → unknown          | closed           | cart unchanged; the next request tries again                       |
 *
 * @returns the notice, which is also flashed for the next page; null when no line was removed. Never throws.
 */
export function reconcileCart(
  services: VisitorCartServices,
  session: VisitorSession,
  market: Market,
): Promise<Notice | null> {
  const known = runs.get(session)
  if (known) return known
  const run = runReconciliation(services, session, market)
  runs.set(session, run)
  return run
}

async function runReconciliation(services: VisitorCartServices, session: VisitorSession, market: Market) {
  const cart = session.cart(market)
  const [checkout, giftClosed] = await Promise.all([
    findCheckoutState(services, cart),
    giftClosedReason(services, cart),
  ])
  if (checkout === 'gone') return removeOrderedLines(services, session, cart)
  if (giftClosed === null) return null
  // The gift may have been closed by this cart's own order, placed after the first lookup of the checkout.
  const checkoutNow = await findCheckoutState(services, cart)
  if (checkoutNow === 'gone') return removeOrderedLines(services, session, cart)
  return checkoutNow === 'pending' ? removeClosedGift(services, session, cart, giftClosed) : null
}

/**
 * Removes what was ordered from the cart. The order is certain if the checkout is too recent to have expired. Only then
 * does the notice say that the order is placed, and the redeem step is marked as ordered.
 */
async function removeOrderedLines(services: VisitorCartServices, session: VisitorSession, cart: Cart) {
  const checkoutIds = cart.checkoutLines.map((line) => line.variantId)
  const variants = await cartVariants(services, cart, checkoutIds).catch((): VariantsById => new Map())
  const { cart: remaining, isGiftOrdered } = afterOrder(cart, variants)
  const isCertain = isOrderCertain(cart, services.now())
  session.setCart(remaining)
  if (isGiftOrdered && isCertain) markStepOrdered(session, services.now())

  const orderPlaced = remaining.lines.length === 0 ? ORDER_COMPLETE : ORDER_COMPLETE_WITHOUT_REST
  const notice = isCertain ? orderPlaced : CHECKOUT_CLOSED
  session.flash(notice)
  return notice
}

/**
 * Removes a gift that can no longer be redeemed.
 *
 * | case                                                         | outcome                                        |
 * | ------------------------------------------------------------ | ---------------------------------------------- |
 * | catalogue unavailable                                        | cart unchanged                                 |
 * | no gift among the lines, some variant unknown                | cart unchanged: that line may be the gift      |
 * | no gift among the lines, all variants known                  | gift code removed, no notice                   |
 * | gift redeemed, and this visitor opened two checkouts with it | own order: gift removed, `GIFT_ORDERED`        |
 * | otherwise                                                    | gift removed, notice of `giftClosed`           |
 *
 * For an own order, the redeem step is marked as ordered too.
 */
async function removeClosedGift(
  services: VisitorCartServices,
  session: VisitorSession,
  cart: Cart,
  giftClosed: GiftClosed,
) {
  const variants = await cartVariants(services, cart).catch(() => null)
  if (variants === null) return null
  if (!hasGift(cart, variants)) {
    // Otherwise the code would be looked up on every request.
    if (cart.lines.every(({ variantId }) => variants.has(variantId)))
      session.setCart({ ...cart, giftDiscountCode: null })
    return null
  }
  // The visitor may have paid in the earlier of two checkouts; the cookie only knows that there was one.
  const isOwnOrder =
    giftClosed.isRedeemed && cart.hasEarlierCheckout && cart.checkoutGiftCode === cart.giftDiscountCode
  const notice = isOwnOrder ? GIFT_ORDERED : giftClosed.notice
  session.setCart(withoutGift(cart, variants))
  if (isOwnOrder) markStepOrdered(session, services.now())
  session.flash(notice)
  return notice
}

/** Null when the gift in the cart can still be redeemed, or when that is unknown. Never throws. */
async function giftClosedReason(services: VisitorCartServices, cart: Cart): Promise<GiftClosed | null> {
  const { lines, giftDiscountCode, market } = cart
  if (giftDiscountCode === null || lines.length === 0) return null
  try {
    const lookup = services.backend.gifts.findByDiscount(giftDiscountCode)
    const gift = await settleWithin(lookup, LOOKUP_DEADLINE_MS, () => null)
    if (gift === null) return null
    const notice = giftRemoved(decideRedeem(gift.revokedAt === null ? gift : null, market), market)
    return notice && { notice, isRedeemed: gift.redeemed }
  } catch (error) {
    services.log.warn({ err: error }, 'gift in the cart not looked up')
    return null
  }
}

/** Never throws. */
async function findCheckoutState(services: CartServices, cart: Cart): Promise<CheckoutState> {
  if (cart.remoteCartId === null || cart.lines.length === 0) return 'pending'
  try {
    const lookup = services.storefront.getCart(cart.market, cart.remoteCartId)
    const remote = await settleWithin(lookup, LOOKUP_DEADLINE_MS, () => 'late')
    if (remote === 'late') return 'unknown'
    return remote === null ? 'gone' : 'pending'
  } catch (error) {
    services.log.warn({ err: error }, 'order not looked up')
    return 'unknown'
  }
}
