import { type Cart, type CartVariant, checkoutRefusal, lineKind, type VariantsById } from './cart.ts'
import { hasKind, isFixed } from './cart-fields.ts'
import { lineView } from './cart-line.ts'
import { type CartView, withTotals } from './cart-totals.ts'
import type { CartDiscountView } from './discount.ts'
import { MARKETS, shippingCountries } from './market.ts'
import { isSoldInMarket } from './product-kind.ts'

const GONE = 'This is no longer in the shop.'
const SOLD_OUT = 'This has sold out.'

/**
 * Builds the view of a cart. A line with an unknown variant has no price and does not count towards the total. Total
 * and progress towards free shipping are after the discount.
 * @param storeUnavailable the store is out of reach: nothing is said of lines that it does not tell of
 * Spec: 2 Cart drawer, 4 Cart, 5 Checkout
 */
export function buildCartView(
  cart: Cart,
  variants: VariantsById,
  discount: CartDiscountView | null,
  storeUnavailable = false,
): CartView {
  const lines = cart.lines.map((line) => {
    const variant = variants.get(line.variantId) ?? null
    const refusal = storeUnavailable ? null : lineRefusal(cart, variant)
    return lineView(line, variant, cart.market, refusal && `${refusal} Please remove it to check out.`)
  })
  return {
    ...withTotals(cart.market, lines, discount),
    shippingCountry: cart.shippingCountry,
    canCheckout: checkoutRefusal(cart) === null,
    remoteCartId: cart.checkout?.remoteCartId ?? null,
    checkoutUrl: cart.checkout?.url ?? null,
  }
}

/**
 * Why a line of a cart blocks the checkout: one reason, whatever else may be true; null when it does not.
 * @param variant that of the line; null when the store no longer has it
 */
export function lineRefusal(cart: Cart, variant: CartVariant | null): string | null {
  if (variant === null) return GONE
  const kind = lineKind(variant)
  // A gift may come from the product of another market. Spec: 7 Storefront
  if (!isFixed(kind) && !isSoldInMarket({ tags: variant.productTags }, cart.market)) return GONE
  if (!variant.availableForSale) return SOLD_OUT
  // Spec: 3 Variant title conventions
  if (kind === 'upgrade' && !hasKind(cart, 'gift')) return 'This goes with a gift only.'
  if (!cart.unavailable.includes(variant.id)) return null
  const { market, shippingCountry } = cart
  const abroad = shippingCountry !== MARKETS[market].countryCode
  const country = shippingCountries(market).find(({ code }) => abroad && code === shippingCountry)
  return country ? `This is not available for shipping to ${country.name}.` : SOLD_OUT
}
