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

/** What is left of a cart after an order or the end of its gift, and what the visitor is told. */
type Settled = { readonly cart: Cart; readonly notice: Notice | null; readonly isGiftOrdered: boolean }

/** Loads a visitor's cart for a page, without what was paid: see `reconcileCart`. Never throws. */
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
 * Takes out of the cart what was paid in its checkout, and a gift that can no longer be redeemed.
 * @returns the notice, which is also flashed for the next page; null when nothing was taken out. Never throws.
 * Product: 6 After the order
 */
export function reconcileCart(
  services: VisitorCartServices,
  session: VisitorSession,
  market: Market,
): Promise<Notice | null> {
  const run = runs.get(session) ?? settle(services, session, market)
  runs.set(session, run)
  return run
}

async function settle(services: VisitorCartServices, session: VisitorSession, market: Market) {
  const settled = await settleCart(services, session.cart(market))
  if (settled === null) return null
  session.setCart(settled.cart)
  if (settled.isGiftOrdered) markStepOrdered(session, services.now())
  if (settled.notice) session.flash(settled.notice)
  return settled.notice
}

/**
 * | checkout           | gift in the cart | outcome                                                     |
 * | ------------------ | ---------------- | ----------------------------------------------------------- |
 * | gone               | any              | what it had leaves the cart (`afterOrder`)                  |
 * | pending or unknown | redeemable       | cart unchanged                                              |
 * | pending            | closed           | the gift leaves the cart                                    |
 * | unknown            | closed           | cart unchanged; the next request tries again                |
 *
 * Where the gift is closed, the checkout is looked up once more: its own order may have just done that.
 */
async function settleCart(services: VisitorCartServices, cart: Cart): Promise<Settled | null> {
  const [checkout, closed] = await Promise.all([findCheckout(services, cart), findClosedGift(services, cart)])
  const now = checkout !== 'gone' && closed !== null ? await findCheckout(services, cart) : checkout
  if (now === 'gone') return withoutOrder(services, cart)
  return closed !== null && now === 'pending' ? withoutClosedGift(services, cart, closed) : null
}

/** Without what was ordered. That an order was placed is said only if the checkout cannot have expired. */
async function withoutOrder(services: VisitorCartServices, cart: Cart): Promise<Settled> {
  const checkoutIds = cart.checkout?.lines.map((line) => line.variantId)
  const variants = await cartVariants(services, cart, checkoutIds).catch((): VariantsById => new Map())
  const { cart: remaining, isGiftOrdered } = afterOrder(cart, variants)
  const isCertain = isOrderCertain(cart, services.now())
  const placed = remaining.lines.length === 0 ? ORDER_COMPLETE : ORDER_COMPLETE_WITHOUT_REST
  return {
    cart: remaining,
    notice: isCertain ? placed : CHECKOUT_CLOSED,
    isGiftOrdered: isGiftOrdered && isCertain,
  }
}

type ClosedGift = { readonly notice: Notice; readonly isRedeemed: boolean }

/**
 * Without a gift that can no longer be redeemed; null to leave the cart while a line may be that gift. A visitor who has
 * opened two checkouts with it has paid in the earlier one, of which the cookie knows only that it was there.
 */
async function withoutClosedGift(
  services: VisitorCartServices,
  cart: Cart,
  { notice, isRedeemed }: ClosedGift,
): Promise<Settled | null> {
  const variants = await cartVariants(services, cart).catch(() => null)
  if (variants === null) return null
  const { checkout, giftDiscountCode } = cart
  const isGiftOrdered =
    isRedeemed && checkout?.hasEarlier === true && checkout.giftDiscountCode === giftDiscountCode
  if (hasGift(cart, variants))
    return {
      cart: withoutGift(cart, variants),
      notice: isGiftOrdered ? GIFT_ORDERED : notice,
      isGiftOrdered,
    }
  // Otherwise the code would be looked up on every request.
  if (cart.lines.some(({ variantId }) => !variants.has(variantId))) return null
  return { cart: { ...cart, giftDiscountCode: null }, notice: null, isGiftOrdered: false }
}

/** Why the gift in the cart cannot be redeemed any more; null when it can, or when that is unknown. Never throws. */
async function findClosedGift(services: VisitorCartServices, cart: Cart): Promise<ClosedGift | null> {
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

/**
 * The state of the checkout that was opened last: `pending` also without one; `gone` when its remote cart no longer
 * exists, because it was ordered or has expired. Never throws.
 */
async function findCheckout(services: CartServices, cart: Cart): Promise<'pending' | 'gone' | 'unknown'> {
  if (cart.checkout === null || cart.lines.length === 0) return 'pending'
  try {
    const lookup = services.storefront.getCart(cart.market, cart.checkout.remoteCartId)
    const remote = await settleWithin(lookup, LOOKUP_DEADLINE_MS, () => 'late')
    if (remote === 'late') return 'unknown'
    return remote === null ? 'gone' : 'pending'
  } catch (error) {
    services.log.warn({ err: error }, 'order not looked up')
    return 'unknown'
  }
}
