import { type Cart, shippingCountryOf, type VariantsById } from '#app/models/cart.ts'
import { applicableGiftCode, checkoutLines } from '#app/models/cart-checkout.ts'
import { cartTip, handleOfTip } from '#app/models/cart-tip.ts'
import { buildCartView } from '#app/models/cart-view.ts'
import type { CartDiscountView, CartTip, CartView } from '#app/models/cart-view-types.ts'
import { DISCOUNT_REASONS } from '#app/models/discount.ts'
import type { CartServices } from '../compose.server.ts'

const NO_VARIANTS: VariantsById = new Map()

/**
 * Loads the view of a cart, priced from the catalogue. Lines with unknown variants have no price; while the store is
 * unavailable, none has. Never throws.
 * Spec: 2 Cart drawer
 */
export async function loadCartView(services: CartServices, cart: Cart): Promise<CartView> {
  if (cart.lines.length === 0) return buildCartView(cart, NO_VARIANTS, null)
  try {
    const variants = await cartVariants(services, cart)
    const [discount, states] = await Promise.all([
      checkDiscount(services, cart, variants),
      services.storefront.getLineStates(cart.market, cart.lines, variants),
    ])
    const view = buildCartView(cart, variants, discount, { states })
    return { ...view, tip: await tipOf(services, view) }
  } catch (error) {
    services.log.warn({ err: error }, 'cart not priced')
    return buildCartView(cart, NO_VARIANTS, null, { storeUnavailable: true })
  }
}

/** What the next step would bring; null without one, or while the store does not tell. Never throws. */
async function tipOf({ storefront, log }: CartServices, view: CartView): Promise<CartTip | null> {
  const handle = handleOfTip(view)
  try {
    const product = handle === null ? null : await storefront.getProduct(view.market, handle)
    return product && cartTip(view, product)
  } catch (error) {
    log.warn({ err: error }, 'no tip for the cart')
    return null
  }
}

/**
 * Looks up the variants of a cart.
 * @param more ids of further variants
 * @throws UpstreamError
 */
export function cartVariants(
  services: CartServices,
  cart: Cart,
  more: readonly string[] = [],
): Promise<VariantsById> {
  const ids = [...cart.lines.map((line) => line.variantId), ...more]
  return ids.length === 0 ? Promise.resolve(NO_VARIANTS) : services.storefront.getVariants(cart.market, ids)
}

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
  const giftCode = applicableGiftCode(cart)
  // The storefront rejects all lines if one is sold out.
  const lines = checkoutLines(cart).filter((l) => variants.get(l.merchandiseId)?.availableForSale)
  try {
    const discounts = await services.storefront.checkDiscountCodes({
      market: cart.market,
      country: shippingCountryOf(cart),
      lines,
      discountCodes: giftCode === null ? [code] : [code, giftCode],
    })
    const found = discounts.find((discount) => discount.code.toLowerCase() === code.toLowerCase())
    return { state: 'refused', reason: DISCOUNT_REASONS.notApplicable, amount: null, ...found, code }
  } catch (error) {
    services.log.warn({ err: error }, 'discount code not checked')
    return { code, state: 'refused', reason: DISCOUNT_REASONS.notChecked, amount: null }
  }
}
