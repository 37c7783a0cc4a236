import { type Cart, hasGift, hasUpgrade, isFixedQuantity, type VariantsById } from '../../models/cart.ts'
import { checkoutAttributes } from '../../models/cart-view.ts'
import { MARKETS } from '../../models/market.ts'
import type { RemoteLine } from '../storefront/cart.server.ts'

/** Where a cart ships, the market's own country until another is chosen. */
export function countryOf(cart: Cart): string {
  return cart.shippingCountry ?? MARKETS[cart.market].countryCode
}

/** The lines of a cart as the storefront takes them: gifts and their upgrades one piece each. Spec: 4 Cart */
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

/** The gift's own code, while the cart holds a gift for it. Product decisions: discount code in the drawer */
export function giftCodeOf(cart: Cart, variants: VariantsById): string | null {
  return hasGift(cart, variants) ? cart.giftDiscountCode : null
}

/** True when an upgrade, sold only beside its gift, has lost it. Spec: 3 Variant title conventions */
export function hasStrayUpgrade(cart: Cart, variants: VariantsById): boolean {
  return hasUpgrade(cart, variants) && !hasGift(cart, variants)
}
