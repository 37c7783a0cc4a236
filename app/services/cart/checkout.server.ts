import {
  type Cart,
  checkoutRefusal,
  orderKey,
  shippingCountryOf,
  type VariantsById,
  variantIdsOf,
  withoutGift,
} from '#app/models/cart.ts'
import { hasKind } from '#app/models/cart-fields.ts'
import { lineRefusal } from '#app/models/cart-view.ts'
import { isSameCode, withGiftCode } from '#app/models/discount.ts'
import {
  CART_EMPTY,
  CHECKOUT_FAILED,
  CHOOSE_COUNTRY,
  GIFT_NOT_APPLIED,
  itemsUnavailable,
  stockShort,
  type Toast,
  UNNAMED_ITEM,
} from '#app/models/messages.ts'
import { giftRemoved } from '#app/models/redeem-messages.ts'
import { type ChangedCart, done, refused } from '#app/models/replies.ts'
import { usableCode } from '#supabase/functions/_shared/text/text.ts'
import type { CartServices, Services } from '../compose.server.ts'

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
