import { deliveryTime, zoneOf } from '#app/models/market.ts'
import type { Cart } from './carts.ts'
import { type PricedCart, type PricingSources, priceCart } from './pricing.ts'

export type DeliveryOption = {
  readonly title: string
  readonly time: string
  readonly cents: number
}

/** The delivery option of an order to a country. @param cents its charge */
export function deliveryOption(cents: number, country: string): DeliveryOption {
  const zone = zoneOf(country)
  const time = zone ? `${deliveryTime(zone)} once it ships` : ''
  return { title: `Tracked, ${zone?.label ?? country}`, time, cents }
}

/** How a cart is delivered to a country, and at what price. */
export type DeliveryOf = (cart: PricedCart, country: string) => DeliveryOption

export type Quote = ReturnType<typeof quoteCart>

/** The current price of a cart with delivery. @param codes discount codes beside the cart's own */
export function quoteCart(
  given: Cart,
  codes: readonly string[],
  sources: PricingSources,
  deliveryOf: DeliveryOf,
) {
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
