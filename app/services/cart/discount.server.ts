import { type Cart, variantIdsOf } from '#app/models/cart.ts'
import {
  type CartDiscountView,
  discountKept,
  discountText,
  giftWordsInCart,
  isSameCode,
  MAX_CODE_LENGTH,
  readDiscountCode,
} from '#app/models/discount.ts'
import { looksLikeMagicWords } from '#app/models/gift-code.ts'
import { failure, success, TOO_MANY_TRIES, type Toast } from '#app/models/messages.ts'
import { type ChangedCart, done, refused } from '#app/models/replies.ts'
import { cutText } from '#supabase/functions/_shared/text/text.ts'
import type { CartServices, Services } from '../compose.server.ts'
import { visitorKey } from '../limits/limits.server.ts'

/**
 * Checks the discount code of a cart in the storefront, together with the code of its gift.
 * @returns null without a code or without lines; `unchecked` when the storefront is unavailable. Never throws.
 * Product: 6 Discount code in the drawer
 */
export async function checkDiscount(
  { storefront, log }: CartServices,
  cart: Cart,
): Promise<CartDiscountView | null> {
  const code = cart.discountCode
  if (code === null || cart.lines.length === 0) return null
  try {
    const variants = await storefront.getVariants(cart.market, variantIdsOf(cart))
    // The storefront rejects all lines if one is sold out.
    const lines = cart.lines.filter(({ variantId }) => variants.get(variantId)?.availableForSale)
    const discounts = lines.length > 0 ? await storefront.checkDiscountCodes({ ...cart, lines }) : []
    const found = discounts.find((discount) => isSameCode(discount.code, code))
    return { state: 'refused', amount: null, ...found, code }
  } catch (error) {
    log.warn({ err: error }, 'discount code not checked')
    return { code, state: 'unchecked', amount: null }
  }
}

/**
 * Sets the discount code of a cart as typed, unless the store does not know it; one that does not apply is kept. Each
 * counts as an attempt to guess one.
 * @param ip the visitor's
 */
export async function applyDiscount(
  services: CartServices & Pick<Services, 'limits'>,
  cart: Cart,
  typed: string,
  ip: string,
): Promise<ChangedCart> {
  const code = readDiscountCode(typed)
  if (code === '' || isSameCode(code, cart.giftDiscountCode)) return done(cart)
  // The cart does not have it, so the field shows it again.
  const refuse = (toast: Toast) => refused(cart, { ...toast, typed: cutText(typed, MAX_CODE_LENGTH) })
  if ((await services.limits.consume('discount', visitorKey(ip))) !== null) return refuse(TOO_MANY_TRIES)
  const next = { ...cart, discountCode: code }
  const words = looksLikeMagicWords(typed) ? giftWordsInCart(cart.market) : null
  const discount = await checkDiscount(services, next)
  // The store can only say whether it applies once there is something in the cart.
  if (discount === null) return words ? refuse(words) : done(next, discountKept(code))
  const isApplied = discount.state === 'applied'
  const toast = (isApplied ? success : failure)(discountText(discount))
  if (discount.state === 'unknown') return refuse(words ?? toast)
  // A code that does not apply is kept, but opens no checkout.
  return { ...done(next, toast), ok: isApplied }
}
