import { type Cart, hasGift, hasUpgrade, isFixedQuantity, type VariantsById } from '../../models/cart.ts'
import { checkoutAttributes } from '../../models/line-options.ts'
import { MARKETS } from '../../models/market.ts'
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

/**
 * Finds variants of which the remote cart has less than requested: when stock is short, the storefront reduces the
 * quantity or omits the line, with a warning only.
 */
export function findShortages(
  requested: readonly RemoteLine[],
  received: readonly RemoteLine[],
): { readonly merchandiseId: string; readonly left: number }[] {
  const count = (lines: readonly RemoteLine[], id: string) =>
    lines.reduce((sum, line) => sum + (line.merchandiseId === id ? line.quantity : 0), 0)
  return [...new Set(requested.map((line) => line.merchandiseId))]
    .map((merchandiseId) => ({ merchandiseId, left: count(received, merchandiseId) }))
    .filter(({ merchandiseId, left }) => left < count(requested, merchandiseId))
}

/** The discount code of the gift, if the cart has a gift. Product: 6 Discount code in the drawer */
export function applicableGiftCode(cart: Cart, variants: VariantsById): string | null {
  return hasGift(cart, variants) ? cart.giftDiscountCode : null
}

/** Upgrades are sold with a gift only. Spec: 3 Variant title conventions */
export function hasUpgradeWithoutGift(cart: Cart, variants: VariantsById): boolean {
  return hasUpgrade(cart, variants) && !hasGift(cart, variants)
}
