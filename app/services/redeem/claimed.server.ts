import { hasGift, hasUpgrade } from '../../models/cart.ts'
import type { Market } from '../../models/market.ts'
import type { RedeemSelection } from '../../models/redeem.ts'
import { cartVariants } from '../cart/cart-view.server.ts'
import { reconcileCart } from '../cart/visitor-cart.server.ts'
import type { RedeemServices } from '../request/services.server.ts'
import { readStep } from '../session/redeem-step.server.ts'
import type { VisitorSession } from '../session/visitor-session.server.ts'

/** The state of the gift of a step: no step, removed from the cart, ordered, or in the cart. */
export type ClaimedGift =
  | { readonly kind: 'unknown' | 'gone' | 'ordered' }
  | { readonly kind: 'in-cart'; readonly done: RedeemSelection; readonly discountCode: string }

/**
 * Finds the state of the gift that a visitor has claimed, after reconciling the cart with its order. Never throws.
 * Spec: 4 Redeem flow. Product: 6 After the order
 */
export async function findClaimedGift(
  services: RedeemServices,
  session: VisitorSession,
  market: Market,
): Promise<ClaimedGift> {
  await reconcileCart(services, session, market)
  const step = readStep(session, services.now())
  if (step === null) return { kind: 'unknown' }
  if (step.isOrdered) return { kind: 'ordered' }
  const cart = session.cart(market)
  if (step.done === null || cart.giftDiscountCode === null) return { kind: 'gone' }
  const inCart = { kind: 'in-cart', done: step.done, discountCode: cart.giftDiscountCode } as const
  const variants = await cartVariants(services, cart).catch(() => null)
  // While the store is unavailable, the gift is assumed to be in the cart.
  if (variants === null) return inCart
  if (!hasGift(cart, variants)) return { kind: 'gone' }
  // The upgrade may have been removed without the gift.
  return hasUpgrade(cart, variants) ? inCart : { ...inCart, done: { ...step.done, upgrade: 'none' } }
}
