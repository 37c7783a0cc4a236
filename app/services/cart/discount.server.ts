import { type Cart, shippingCountryOf, type VariantsById } from '#app/models/cart.ts'
import { applicableGiftCode, checkoutLines } from '#app/models/cart-checkout.ts'
import type { CartDiscountView } from '#app/models/cart-view-types.ts'
import { DISCOUNT_NOT_CHECKED, DISCOUNT_REASONS } from '#app/models/discount.ts'
import { usableDiscountCode } from '#app/models/gift-code.ts'
import type { CartServices, Services } from '../request/services.server.ts'
import type { RemoteDiscount } from '../storefront/cart.server.ts'

/**
 * Checks the discount code of a cart in the storefront, together with the code of its gift.
 * @returns null without a code or without lines; `refused` when the storefront is unavailable. Never throws.
 * Product: 6 Discount code in the drawer
 */
export async function checkDiscount(
  services: CartServices,
  cart: Cart,
  variants: VariantsById,
): Promise<CartDiscountView | null> {
  const code = cart.discountCode
  if (code === null || cart.lines.length === 0) return null
  const giftCode = applicableGiftCode(cart, variants)
  // The storefront rejects all lines if one is sold out.
  const lines = checkoutLines(cart, variants).filter((l) => variants.get(l.merchandiseId)?.availableForSale)
  try {
    const discounts = await services.storefront.checkDiscountCodes({
      market: cart.market,
      country: shippingCountryOf(cart),
      lines,
      discountCodes: giftCode === null ? [code] : [code, giftCode],
    })
    const found = discounts.find((discount) => discount.code.toLowerCase() === code.toLowerCase())
    return toView(code, found)
  } catch (error) {
    services.log.warn({ err: error }, 'discount code not checked')
    return { code, state: 'refused', reason: DISCOUNT_NOT_CHECKED, amount: null }
  }
}

function toView(code: string, found: RemoteDiscount | undefined): CartDiscountView {
  if (found?.applicable) return { code, state: 'applied', reason: null, amount: found.amount }
  if (found?.reason === 'not-found') return { code, state: 'unknown', reason: null, amount: null }
  const reason = DISCOUNT_REASONS[found?.reason ?? 'not-applicable']
  return { code, state: 'refused', reason, amount: null }
}

/**
 * The cart with the current discount of its gift: the one that it was given ends when an order that used it is undone.
 * Never throws; where it cannot tell, the cart is unchanged, and the checkout says that the gift is not free.
 */
export async function withCurrentGiftDiscount(
  { backend, log }: Pick<Services, 'backend' | 'log'>,
  cart: Cart,
): Promise<Cart> {
  if (cart.giftDiscountCode === null || cart.lines.length === 0) return cart
  try {
    const gift = await backend.gifts.findByDiscount(cart.giftDiscountCode)
    if (gift === null || gift.redeemed || gift.revokedAt !== null) return cart
    if (usableDiscountCode(gift)?.toUpperCase() === cart.giftDiscountCode.toUpperCase()) return cart
    const code = await backend.gifts.ensureDiscount(gift)
    return code === null ? cart : { ...cart, giftDiscountCode: code }
  } catch (error) {
    log.warn({ err: error }, 'discount of a gift not renewed')
    return cart
  }
}
