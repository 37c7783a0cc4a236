import type { Cart, VariantsById } from '../../models/cart.ts'
import { buildCartView } from '../../models/cart-view.ts'
import type { CartView } from '../../models/cart-view-types.ts'
import type { CartServices } from '../request/services.server.ts'
import { unavailableForDisplay } from './availability.server.ts'
import { checkDiscount } from './discount.server.ts'

const NO_VARIANTS: VariantsById = new Map()

/**
 * Loads the view of a cart, priced from the catalogue. Lines with unknown variants have no price; while the store is
 * unavailable, none has. Never throws.
 * Spec: 2 Cart drawer
 */
export async function loadCartView(services: CartServices, cart: Cart): Promise<CartView> {
  if (cart.lines.length === 0) return buildCartView(cart, NO_VARIANTS, null)
  try {
    const unavailable = unavailableForDisplay(services, cart)
    const variants = await cartVariants(services, cart)
    const discount = await checkDiscount(services, cart, variants)
    return buildCartView(cart, variants, discount, { unavailable: await unavailable })
  } catch (error) {
    services.log.warn({ err: error }, 'cart not priced')
    return buildCartView(cart, NO_VARIANTS, null, { storeUnavailable: true })
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
  return ids.length === 0
    ? Promise.resolve(NO_VARIANTS)
    : services.storefront.getVariants(cart.market, [...new Set(ids)])
}
