import type { Cart } from './carts.ts'
import type { DeliveryOption } from './delivery.ts'
import { type PricedCart, type PricingSources, priceCart } from './pricing.ts'

/** The current price of a cart with delivery. Computed on every request. */
export type Quote = {
  readonly cart: Cart
  readonly priced: PricedCart
  readonly delivery: DeliveryOption
  readonly totalCents: number
  readonly orderable: boolean
}

/** How a cart is delivered to a country, and at what price. */
export type DeliveryOf = (cart: PricedCart, country: string) => DeliveryOption

/** @param codes discount codes beside the cart's own */
export function quoteCart(
  given: Cart,
  codes: readonly string[],
  sources: PricingSources,
  deliveryOf: DeliveryOf,
): Quote {
  const cart = { ...given, discountCodes: [...given.discountCodes, ...codes] }
  const priced = priceCart(cart, sources)
  const delivery = deliveryOf(priced, cart.country)
  return {
    cart,
    priced,
    delivery,
    totalCents: priced.totalCents + delivery.cents,
    orderable: priced.lines.length > 0 && priced.lines.every((line) => line.available),
  }
}
