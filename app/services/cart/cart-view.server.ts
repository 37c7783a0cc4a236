import type { Cart, VariantsById } from '../../models/cart.ts'
import { buildCartView } from '../../models/cart-view.ts'
import type { CartView } from '../../models/cart-view-types.ts'
import { unavailableToShow } from './availability.server.ts'
import type { CartServices } from './cart-services.server.ts'
import { checkDiscount } from './discount.server.ts'

const NO_VARIANTS: VariantsById = new Map()

/**
 * Everything the drawer and the cart page show, priced from the catalogue. A line that the store no longer knows,
 * or any line while the store cannot be reached, has no price. Never throws.
 * Spec: 2 Cart drawer
 */
export async function loadCartView(services: CartServices, cart: Cart): Promise<CartView> {
  if (cart.lines.length === 0) return buildCartView(cart, NO_VARIANTS, null)
  try {
    const asked = unavailableToShow(services, cart)
    const variants = await cartVariants(services, cart)
    const discount = await checkDiscount(services, cart, variants)
    return buildCartView(cart, variants, discount, { unavailable: await asked })
  } catch (error) {
    services.log.warn({ err: error }, 'cart not priced')
    return buildCartView(cart, NO_VARIANTS, null, { storeUnavailable: true })
  }
}

/** What the catalogue knows of a cart's variants and of some more. @throws UpstreamError */
export function cartVariants(
  services: CartServices,
  cart: Cart,
  more: readonly string[] = [],
): Promise<VariantsById> {
  const ids = [...cart.lines.map((line) => line.variantId), ...more]
  return ids.length === 0
    ? Promise.resolve(NO_VARIANTS)
    : services.storefront.getVariants(cart.market, [...new Set(ids)])
}
