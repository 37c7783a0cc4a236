import { type Cart, type CartLine, lineKey, shippingCountryOf, withoutGift } from './cart.ts'
import { hasKind } from './cart-fields.ts'
import { WRAPPING_NAMES } from './cart-line-words.ts'
import type { CartDiscountView } from './cart-view-types.ts'
import { MAX_CODE_LENGTH, readDiscountCode } from './discount.ts'
import { MARKETS, shipsToCountry } from './market.ts'
import { WRAPPINGS, type Wrapping } from './option-choice.ts'
import { err, ok, type Result } from './result.ts'

/**
 * Sets the shipping country.
 * @param country ISO 3166-1 alpha-2; empty for "not chosen", which a store with one country ignores
 * @returns `bad-country` when the store does not ship there
 */
export function setShippingCountry(cart: Cart, country: string): Result<Cart, 'bad-country'> {
  const code = country.trim().toUpperCase()
  if (code === '') return ok(MARKETS[cart.market].needsCountry ? { ...cart, shippingCountry: null } : cart)
  if (!shipsToCountry(cart.market, code)) return err('bad-country')
  return ok(code === cart.shippingCountry ? cart : { ...cart, shippingCountry: code, unavailable: [] })
}

/** Sets the discount code as typed; a blank one removes it. Spec: 5 Checkout */
export function setDiscountCode(cart: Cart, typed: string): Result<Cart, 'code-too-long'> {
  const code = readDiscountCode(typed)
  if (code.length > MAX_CODE_LENGTH) return err('code-too-long')
  return ok({ ...cart, discountCode: code === '' ? null : code })
}

/** Why the checkout cannot be opened, or null. Spec: 5 Checkout */
export function checkoutRefusal(cart: Cart): 'empty' | 'no-country' | null {
  if (cart.lines.length === 0) return 'empty'
  return MARKETS[cart.market].needsCountry && cart.shippingCountry === null ? 'no-country' : null
}

/** The discount code of the gift, if the cart has a gift. Product: 6 Discount code in the drawer */
export function applicableGiftCode(cart: Cart): string | null {
  return hasKind(cart, 'gift') ? cart.giftDiscountCode : null
}

/** A line attribute of the remote cart, the checkout and the order. */
export type CheckoutAttribute = { readonly key: string; readonly value: string }

/**
 * The options of a line as attributes of the remote cart: Edition, Gift wrapping, Wands.
 * Product: 6 Wands of a bundle
 */
export function checkoutAttributes(line: CartLine): CheckoutAttribute[] {
  const attributes: CheckoutAttribute[] = []
  if (line.edition) attributes.push({ key: 'Edition', value: line.edition })
  if (line.wrapping) attributes.push({ key: 'Gift wrapping', value: WRAPPING_NAMES[line.wrapping] })
  // Checkout, order page and the store's own mail show it: no mail of ours is sent without magic words.
  if (line.wrapping === 'no-wrapping')
    attributes.push({ key: 'Box', value: 'Ships with this order, to its address' })
  if (line.wands?.length) attributes.push({ key: 'Wands', value: line.wands.join(', ') })
  return attributes
}

/** The wrapping in the attributes of an order line, or null: the inverse of `checkoutAttributes`. */
export function wrappingOfAttributes(
  attributes: readonly { readonly key: string; readonly value: string | null }[],
): Wrapping | null {
  const value = attributes.find((attribute) => attribute.key === 'Gift wrapping')?.value
  return WRAPPINGS.find((wrapping) => WRAPPING_NAMES[wrapping] === value) ?? null
}

/** A line of the remote cart. */
export type CheckoutLine = OrderedLine & { readonly attributes: readonly CheckoutAttribute[] }

/** The lines of the remote cart. Spec: 4 Cart */
export function checkoutLines({ lines }: Cart): CheckoutLine[] {
  return lines.map((line) => ({
    merchandiseId: line.variantId,
    quantity: line.quantity,
    attributes: checkoutAttributes(line),
  }))
}

type OrderedLine = { readonly merchandiseId: string; readonly quantity: number }

/**
 * Finds variants of which the remote cart has less than requested: when stock is short, the storefront reduces the
 * quantity or omits the line, with a warning only.
 */
export function findShortages(
  requested: readonly OrderedLine[],
  received: readonly OrderedLine[],
): { readonly merchandiseId: string; readonly left: number }[] {
  const count = (lines: readonly OrderedLine[], id: string) =>
    lines.reduce((sum, line) => sum + (line.merchandiseId === id ? line.quantity : 0), 0)
  return [...new Set(requested.map((line) => line.merchandiseId))]
    .map((merchandiseId) => ({ merchandiseId, left: count(received, merchandiseId) }))
    .filter(({ merchandiseId, left }) => left < count(requested, merchandiseId))
}

/** Whether a gift's code is among those that a remote cart applies; true without a gift. */
export function isGiftFree(
  discounts: readonly Pick<CartDiscountView, 'code' | 'state'>[],
  giftCode: string | null,
): boolean {
  if (giftCode === null) return true
  const name = giftCode.toLowerCase()
  return discounts.some(({ code, state }) => state === 'applied' && code.toLowerCase() === name)
}

/**
 * The cart after the order of its checkout: keeps what was added, or increased, after the checkout was opened.
 * The shopper's own discount code was used by the order. Product: 6 After the order
 */
function withoutOrderedLines(cart: Cart): Cart {
  const ordered = new Map(cart.checkout?.lines.map((line) => [lineKey(line), line.quantity]))
  const lines = cart.lines.flatMap((line) => {
    const quantity = line.quantity - (ordered.get(lineKey(line)) ?? 0)
    return quantity > 0 ? [{ ...line, quantity }] : []
  })
  const giftDiscountCode = lines.length > 0 ? cart.giftDiscountCode : null
  return { ...cart, lines, giftDiscountCode, discountCode: null, checkout: null, unavailable: [] }
}

/**
 * The cart after the order of its checkout, without what the order had.
 *
 * | gift in the checkout | lines removed                                    | gift discount code      |
 * | -------------------- | ------------------------------------------------ | ----------------------- |
 * | none                 | those of the checkout                            | kept while lines remain |
 * | same as in the cart  | those of the checkout, and the gift as it is now | removed                 |
 * | another one          | those of the checkout, except for its gift       | kept while lines remain |
 */
export function afterOrder(cart: Cart): { readonly cart: Cart; readonly isGiftOrdered: boolean } {
  const { checkout } = cart
  if (checkout === null || !hasKind(checkout, 'gift'))
    return { cart: withoutOrderedLines(cart), isGiftOrdered: false }
  if (cart.giftDiscountCode !== null && cart.giftDiscountCode !== checkout.giftDiscountCode) {
    const lines = checkout.lines.filter(({ kind }) => kind !== 'gift')
    return { cart: withoutOrderedLines({ ...cart, checkout: { ...checkout, lines } }), isGiftOrdered: false }
  }
  // Its wand may have been changed after the checkout was opened.
  const remaining = withoutGift(withoutOrderedLines(cart))
  return { cart: { ...remaining, giftDiscountCode: null }, isGiftOrdered: true }
}

/** A storefront deletes carts after ten days without activity; one day less to be safe. */
const REMOTE_CART_RETENTION_MS = 9 * 24 * 3_600_000

/**
 * True when a remote cart that no longer exists must have been ordered, because it is too recent to have expired.
 * @param now ms since 1970
 * Product: 6 After the order
 */
export function isOrderCertain({ checkout }: Pick<Cart, 'checkout'>, now: number): boolean {
  return checkout !== null && now - checkout.openedAt < REMOTE_CART_RETENTION_MS
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

/** Whether the checkout that was opened last is the one for the cart as it is. */
export function isCheckoutCurrent(cart: Cart, giftCode: string | null): boolean {
  const { checkout } = cart
  return (
    checkout !== null &&
    checkout.country === shippingCountryOf(cart) &&
    checkout.discountCode === cart.discountCode &&
    checkout.giftDiscountCode === giftCode &&
    hasSameLines(checkout, cart)
  )
}
