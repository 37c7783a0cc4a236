import type { Cart } from '../../models/cart.ts'
import { usableDiscountCode } from '../../models/gift-code.ts'
import type { Services } from '../request/services.server.ts'

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
    const discount = await backend.gifts.ensureDiscount(gift)
    return discount.ok ? { ...cart, giftDiscountCode: discount.value } : cart
  } catch (error) {
    log.warn({ err: error }, 'discount of a gift not renewed')
    return cart
  }
}
