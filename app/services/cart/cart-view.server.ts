import { type Cart, type CartLine, type VariantsById, variantIdsOf } from '#app/models/cart.ts'
import type { CartTip, CartView } from '#app/models/cart-totals.ts'
import { buildCartView, tipOf } from '#app/models/cart-view.ts'
import { type LineState, lineState } from '#app/models/line-state.ts'
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
    const missing = cart.lines.filter(({ variantId }) => !variants.has(variantId))
    const [discount, ...found] = await Promise.all([
      checkDiscount(services, cart),
      ...missing.map(async (line) => [line.variantId, await stateOfMissing(services, cart, line)] as const),
    ])
    const view = buildCartView(cart, variants, discount, { states: new Map(found) })
    return { ...view, tip: await loadTip(services, view) }
  } catch (error) {
    services.log.warn({ err: error }, 'cart not priced')
    return buildCartView(cart, NO_VARIANTS, null, { storeUnavailable: true })
  }
}

/** The state of a line whose variant the store no longer has, read from the line's product. Never throws. */
export async function stateOfMissing(
  { storefront }: CartServices,
  cart: Cart,
  line: CartLine,
): Promise<LineState> {
  try {
    const product = line.added ? await storefront.getProduct(cart.market, line.added.handle) : null
    return lineState(line, cart, null, product)
  } catch {
    return { refusal: null }
  }
}

/** What the next step would bring; null without one, or while the store does not tell. Never throws. */
async function loadTip({ storefront, log }: CartServices, view: CartView): Promise<CartTip | null> {
  const tip = tipOf(view)
  try {
    const product = tip && (await storefront.getProduct(view.market, tip.handle))
    return product && tip.tell(product)
  } catch (error) {
    log.warn({ err: error }, 'no tip for the cart')
    return null
  }
}
