import {
  afterOrder,
  type Cart,
  type CartView,
  hasGift,
  isGift,
  isSurelyOrdered,
  type VariantsById,
  withoutGift,
} from '../../models/cart.ts'
import type { Market } from '../../models/market.ts'
import {
  CHECKOUT_CLOSED,
  type Notice,
  ORDER_COMPLETE,
  ORDER_COMPLETE_WITHOUT_REST,
} from '../../models/messages.ts'
import { decideRedeem } from '../../models/redeem.ts'
import { GIFT_ORDERED, giftTakenOut } from '../../models/redeem-messages.ts'
import type { Services } from '../compose.server.ts'
import { markOrdered } from '../redeem/redeem-step.server.ts'
import type { VisitorSession } from '../session/visitor-session.server.ts'
import { settleWithin } from '../settle-within.server.ts'
import type { CartServices } from './cart-services.server.ts'
import { cartVariants, loadCartView } from './cart-view.server.ts'

/** Nobody's page waits longer for this; the next visit asks again. Milliseconds. */
const ORDER_DEADLINE_MS = 1_000

type VisitorCartServices = CartServices & Pick<Services, 'backend' | 'now'>

/**
 * A visitor's cart for a page. When the remote cart of an opened checkout is gone, what was in it leaves the cart, and so does
 * a gift that somebody else has redeemed; the page says why, as far as anybody knows. Never throws. Product decisions: after the order
 */
export async function openVisitorCart(
  services: VisitorCartServices,
  session: VisitorSession,
  market: Market,
): Promise<CartView> {
  const cart = session.cart(market)
  const [notice, view] = await Promise.all([
    settleCart(services, session, market),
    loadCartView(services, cart),
  ])
  return notice === null ? view : loadCartView(services, session.cart(market))
}

/** What is being found out for a request: the loaders of a page run beside each other, and all of them want to know. */
const settling = new WeakMap<VisitorSession, Promise<Notice | null>>()

/**
 * Takes what was ordered out of the cart before it is ordered once more, by a tab that does not know of the order yet, and a
 * gift that cannot be redeemed any more. The next page or look at the cart says so. However often a request asks, it is
 * done once.
 * @returns what it says, or null when all stays in the cart. Never throws.
 */
export function settleCart(
  services: VisitorCartServices,
  session: VisitorSession,
  market: Market,
): Promise<Notice | null> {
  const known = settling.get(session)
  if (known) return known
  const settled = settle(services, session, market)
  settling.set(session, settled)
  return settled
}

async function settle(services: VisitorCartServices, session: VisitorSession, market: Market) {
  const cart = session.cart(market)
  const [order, closed] = await Promise.all([orderOf(services, cart), whyGiftIsClosed(services, cart)])
  if (order === 'gone') return takeOutOrdered(services, session, cart)
  if (closed === null) return null
  // The order that closed it may be this cart's own, placed after that was asked. Nobody is told that of themselves.
  const since = await orderOf(services, cart)
  if (since === 'gone') return takeOutOrdered(services, session, cart)
  return since === 'none' ? takeOutGift(services, session, cart, closed) : null
}

/** What to say of a gift that is out of the cart, and whether an order is why. */
type Closed = { readonly notice: Notice; readonly isRedeemed: boolean }

/** What to say of a gift in the cart that somebody else has redeemed meanwhile, or that was taken back. Never throws. */
async function whyGiftIsClosed(services: VisitorCartServices, cart: Cart): Promise<Closed | null> {
  const { lines, giftDiscountCode, market } = cart
  if (giftDiscountCode === null || lines.length === 0) return null
  try {
    const asked = services.backend.findGiftByDiscount(giftDiscountCode)
    const gift = await settleWithin(asked, ORDER_DEADLINE_MS, () => null)
    if (gift === null) return null
    const notice = giftTakenOut(decideRedeem(gift.revokedAt === null ? gift : null, market), market)
    return notice && { notice, isRedeemed: gift.redeemed && gift.revokedAt === null }
  } catch (error) {
    services.log.warn({ err: error }, 'gift in the cart not looked up')
    return null
  }
}

async function takeOutGift(
  services: VisitorCartServices,
  session: VisitorSession,
  cart: Cart,
  { notice: refusal, isRedeemed }: Closed,
) {
  const variants = await cartVariants(services, cart).catch(() => null)
  if (variants === null) return null
  if (!hasGift(cart, variants)) {
    // A code without its gift is asked about at each look. A line that is not known may be the gift.
    if (cart.lines.every(({ variantId }) => variants.has(variantId)))
      session.setCart({ ...cart, giftDiscountCode: null })
    return null
  }
  // Who has had two checkouts with it may have paid in the earlier one, of which the cookie knows no more than that.
  const isOwn = isRedeemed && cart.hasEarlierCheckout && cart.checkoutGiftCode === cart.giftDiscountCode
  const notice = isOwn ? GIFT_ORDERED : refusal
  session.setCart(withoutGift(cart, variants))
  if (isOwn) markOrdered(session, services.now())
  session.flash(notice)
  return notice
}

async function takeOutOrdered(services: VisitorCartServices, session: VisitorSession, cart: Cart) {
  const variants = await orderedVariants(services, cart)
  const isGiftOrdered = hasGift({ ...cart, lines: cart.checkoutLines }, variants)
  // Cookies of earlier versions of the shop do not say which gift it was.
  const ordered = cart.checkoutGiftCode ?? cart.giftDiscountCode
  const isOther = cart.giftDiscountCode !== null && cart.giftDiscountCode !== ordered
  const rest = restOf(cart, variants, isGiftOrdered, isOther)
  const isSure = isSurelyOrdered(cart, services.now())
  const done = rest.lines.length === 0 ? ORDER_COMPLETE : ORDER_COMPLETE_WITHOUT_REST
  const notice = isSure ? done : CHECKOUT_CLOSED
  session.setCart(isGiftOrdered && !isOther ? { ...rest, giftDiscountCode: null } : rest)
  if (isGiftOrdered && !isOther && isSure) markOrdered(session, services.now())
  session.flash(notice)
  return notice
}

/** What stays in the cart. The ordered gift goes also where its wand was changed after that checkout; another one stays. */
function restOf(cart: Cart, variants: VariantsById, isGiftOrdered: boolean, isOther: boolean): Cart {
  if (!isGiftOrdered) return afterOrder(cart)
  if (!isOther) return withoutGift(afterOrder(cart), variants)
  const checkoutLines = cart.checkoutLines.filter(({ variantId }) => {
    const variant = variants.get(variantId)
    return variant === undefined || !isGift(variant)
  })
  return afterOrder({ ...cart, checkoutLines })
}

/** What the catalogue knows of a cart and of its checkout; nothing while it cannot be asked. */
async function orderedVariants(services: CartServices, cart: Cart): Promise<VariantsById> {
  const ids = cart.checkoutLines.map((line) => line.variantId)
  return cartVariants(services, cart, ids).catch(() => new Map())
}

/**
 * What has become of the order of an opened checkout: its remote cart is gone once it was paid, or forgotten.
 * Never throws.
 */
async function orderOf(services: CartServices, cart: Cart): Promise<'none' | 'gone' | 'unknown'> {
  if (cart.remoteCartId === null || cart.lines.length === 0) return 'none'
  try {
    const asked = services.storefront.getCart(cart.market, cart.remoteCartId)
    const remote = await settleWithin(asked, ORDER_DEADLINE_MS, () => 'late')
    if (remote === 'late') return 'unknown'
    return remote === null ? 'gone' : 'none'
  } catch (error) {
    services.log.warn({ err: error }, 'order not looked up')
    return 'unknown'
  }
}
