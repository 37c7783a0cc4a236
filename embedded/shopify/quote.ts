import { hasFreeShipping } from '#app/models/free-shipping.ts'
import { deliveryTime, zoneOf } from '#app/models/market.ts'
import { isGiftOrUpgrade } from '#app/models/store-products.ts'
import type { Cart } from './carts.ts'
import { type PricedCart, type PricedLine, type PricingSources, priceCart } from './pricing.ts'
import { flatRateCents, marketOf } from './regions.ts'

export type DeliveryOption = {
  readonly title: string
  readonly time: string
  readonly cents: number
}

/** Redeemed gifts, and upgrades of them, ship free. */
function shipsFree({ found }: PricedLine): boolean {
  return found !== null && isGiftOrUpgrade(found.product, found.variant)
}

function costCents(cart: PricedCart, country: string): number {
  const free = hasFreeShipping(cart.totalCents, marketOf(country)) || cart.lines.every(shipsFree)
  return free ? 0 : flatRateCents(country)
}

/** The delivery option of an order: free over a certain total and for gifts, else at a flat rate. */
export function deliveryOf(cart: PricedCart, country: string): DeliveryOption {
  const cents = costCents(cart, country)
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
