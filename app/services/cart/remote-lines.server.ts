import { type Cart, isFixedQuantity, type VariantsById } from '#app/models/cart.ts'
import { checkoutAttributes } from '#app/models/cart-checkout.ts'
import { MARKETS } from '#app/models/market.ts'
import type { RemoteLine } from '../storefront/cart.server.ts'

/** The shipping country of a cart; by default that of the market. ISO 3166-1 alpha-2. */
export function shippingCountryOf(cart: Cart): string {
  return cart.shippingCountry ?? MARKETS[cart.market].countryCode
}

/** Converts cart lines for the storefront; the quantity of gifts and upgrades is always 1. Spec: 4 Cart */
export function toRemoteLines(cart: Cart, variants: VariantsById): RemoteLine[] {
  return cart.lines.map((line) => {
    const variant = variants.get(line.variantId)
    return {
      merchandiseId: line.variantId,
      quantity: variant && isFixedQuantity(variant) ? 1 : line.quantity,
      attributes: checkoutAttributes(line),
    }
  })
}
