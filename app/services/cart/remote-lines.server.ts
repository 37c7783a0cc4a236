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

/**
 * What a remote cart holds less of than it was asked for: a storefront that has not enough cuts the quantity, or leaves the
 * line out, and calls it a warning.
 */
export function shortOf(
  asked: readonly RemoteLine[],
  got: readonly RemoteLine[],
): { readonly merchandiseId: string; readonly left: number }[] {
  const count = (lines: readonly RemoteLine[], id: string) =>
    lines.reduce((sum, line) => sum + (line.merchandiseId === id ? line.quantity : 0), 0)
  return [...new Set(asked.map((line) => line.merchandiseId))]
    .map((merchandiseId) => ({ merchandiseId, left: count(got, merchandiseId) }))
    .filter(({ merchandiseId, left }) => left < count(asked, merchandiseId))
}

/** The gift's own code, while the cart holds a gift for it. Product decisions: discount code in the drawer */
export function giftCodeOf(cart: Cart, variants: VariantsById): string | null {
  return hasGift(cart, variants) ? cart.giftDiscountCode : null
}

/** True when an upgrade, sold only beside its gift, has lost it. Spec: 3 Variant title conventions */
export function hasStrayUpgrade(cart: Cart, variants: VariantsById): boolean {
  return hasUpgrade(cart, variants) && !hasGift(cart, variants)
}
