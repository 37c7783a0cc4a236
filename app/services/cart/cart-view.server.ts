import { type Cart, type VariantsById, variantIdsOf } from '#app/models/cart.ts'
import type { CartView } from '#app/models/cart-totals.ts'
import { buildCartView } from '#app/models/cart-view.ts'
import type { CartServices } from '../compose.server.ts'
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
    const variants = await services.storefront.getVariants(cart.market, variantIdsOf(cart))
    return buildCartView(cart, variants, await checkDiscount(services, cart))
  } catch (error) {
    services.log.warn({ err: error }, 'cart not priced')
    return buildCartView(cart, NO_VARIANTS, null, true)
  }
}
