import { type Cart, clearCart, lineKey } from './cart.ts'
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

/** Why the checkout cannot be opened, or null. Spec: 5 Checkout */
export function checkoutRefusal(cart: Cart): 'empty' | 'no-country' | null {
  if (cart.lines.length === 0) return 'empty'
  return cart.market === 'uk' && cart.shippingCountry === null ? 'no-country' : null
}

/**
 * The cart after the order of its checkout: keeps what was added, or increased, after the checkout was opened.
 * The shopper's own discount code was used by the order. Product: 6 After the order
 */
export function withoutOrderedLines(cart: Cart): Cart {
  const ordered = new Map(cart.checkoutLines.map((line) => [lineKey(line), line.quantity]))
  const lines = cart.lines.flatMap((line) => {
    const quantity = line.quantity - (ordered.get(lineKey(line)) ?? 0)
    return quantity > 0 ? [{ ...line, quantity }] : []
  })
  const giftDiscountCode = lines.length > 0 ? cart.giftDiscountCode : null
  return { ...clearCart(cart), lines, giftDiscountCode, discountCode: null }
}

/** A storefront deletes carts after ten days without activity; one day less to be safe. */
const REMOTE_CART_RETENTION_MS = 9 * 24 * 3_600_000

/**
 * True when a remote cart that no longer exists must have been ordered, because it is too recent to have expired.
 * @param now ms since 1970
 * Product: 6 After the order
 */
export function isOrderCertain({ checkoutOpenedAt }: Pick<Cart, 'checkoutOpenedAt'>, now: number): boolean {
  return checkoutOpenedAt !== null && now - checkoutOpenedAt < REMOTE_CART_RETENTION_MS
}

/** True when two carts have the same lines and quantities, in any order. */
export function hasSameLines(cart: Pick<Cart, 'lines'>, other: Pick<Cart, 'lines'>): boolean {
  const keysOf = ({ lines }: Pick<Cart, 'lines'>) =>
    lines
      .map((line) => `${lineKey(line)} ${line.quantity}`)
      .sort()
      .join()
  return keysOf(cart) === keysOf(other)
}
