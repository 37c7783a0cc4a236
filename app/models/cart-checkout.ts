import type { Cart } from './cart.ts'
import { MAX_CODE_LENGTH, readDiscountCode } from './discount-code.ts'
import { shipsToCountry } from './market.ts'
import { err, ok, type Result } from './result.ts'

/**
 * Sets the shipping country.
 * @param country ISO 3166-1 alpha-2; empty for "not chosen" (UK store only)
 * @returns `bad-country` when the store does not ship there
 */
export function setShippingCountry(cart: Cart, country: string): Result<Cart, 'bad-country'> {
  const code = country.trim().toUpperCase()
  if (code === '' && cart.market === 'uk') return ok({ ...cart, shippingCountry: null })
  return shipsToCountry(cart.market, code) ? ok({ ...cart, shippingCountry: code }) : err('bad-country')
}

/** Sets the discount code as typed; a blank one removes it. Spec: 5 Checkout */
export function setDiscountCode(cart: Cart, typed: string | null): Result<Cart, 'code-too-long'> {
  const code = readDiscountCode(typed ?? '')
  if (code.length > MAX_CODE_LENGTH) return err('code-too-long')
  return ok({ ...cart, discountCode: code === '' ? null : code })
}

/** Why the checkout cannot be opened, or null. Spec: 5 Checkout */
export function checkoutRefusal(cart: Cart): 'empty' | 'no-country' | null {
  if (cart.lines.length === 0) return 'empty'
  return cart.market === 'uk' && cart.shippingCountry === null ? 'no-country' : null
}
