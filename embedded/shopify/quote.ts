import { zoneOf } from '#app/models/market.ts'
import type { Cart } from './carts.ts'
import { type PricedCart, type PricedLine, type PricingSources, priceCart } from './pricing.ts'
import { type ProfileEntry, profileOfVariant, type Settings } from './settings.ts'

/** What an order costs, as the checkout shows it and the receipt keeps it. Amounts in minor units. */
export type Quote = ReturnType<typeof quoteCart>

/** The current price of a cart with delivery. @param codes discount codes beside the cart's own */
export function quoteCart(
  given: Cart,
  codes: readonly string[],
  sources: PricingSources,
  settings: Settings,
) {
  const cart = { ...given, discountCodes: [...given.discountCodes, ...codes] }
  const priced = priceCart(cart, sources)
  const zone = zoneOf(cart.country)
  const delivery = {
    title: `Tracked, ${zone?.label ?? cart.country}`,
    cents: deliveryCharge(settings, priced, cart.country),
  }
  return {
    cart,
    priced,
    delivery,
    totalCents: priced.totalCents + delivery.cents,
    orderable: priced.lines.length > 0 && priced.lines.every((line) => line.available),
  }
}

/**
 * Each delivery profile charges for its own lines, at its cheapest rate for the country that the order qualifies for. A rate
 * from a total on counts the whole order after all discounts, as the shop tells its visitors; Shopify counts the profile's
 * own lines.
 */
function deliveryCharge(settings: Settings, cart: PricedCart, country: string): number {
  const profiles = new Set(cart.lines.map(({ line }) => profileOfVariant(settings, line.merchandiseId)))
  return [...profiles].reduce((sum, profile) => sum + chargeOf(profile, cart.totalCents, country), 0)
}

function chargeOf(profile: ProfileEntry | null, total: number, country: string): number {
  const zone =
    profile?.zones.find(({ countries }) => countries.includes(country)) ??
    profile?.zones.find(({ countries }) => countries.includes('*'))
  const rates = zone?.rates.filter(({ fromCents }) => fromCents === null || total >= fromCents) ?? []
  return rates.length === 0 ? 0 : Math.min(...rates.map(({ cents }) => cents))
}

export type Buyer = {
  readonly name: string
  readonly email: string
  readonly address: string
  readonly city: string
  readonly province: string
  readonly zip: string
  readonly country: string
}

export type ReceiptLine = ReturnType<typeof toReceiptLine>
export type ReceiptDiscount = ReturnType<typeof toReceiptDiscounts>[number]
export type Receipt = ReturnType<typeof toReceipt>

/** A priced line for display. One that is no longer in the catalogue gets a placeholder title. */
export function toReceiptLine({ line, found, subtotalCents, totalCents }: PricedLine) {
  return {
    title: found?.product.title ?? 'No longer for sale',
    handle: found?.product.handle ?? '',
    /** Variant title and attributes. */
    words: [found?.variant.title, ...line.attributes.map(({ value }) => value)].filter(Boolean).join(', '),
    /** URL of an image, or null. */
    picture: (found?.variant.image ?? found?.product.images[0])?.url ?? null,
    quantity: line.quantity,
    attributes: line.attributes,
    subtotalCents,
    /** After the line's own discounts. */
    totalCents,
  }
}

/** The discounts that apply. `isGift`: on certain items, as a gift's code is. */
export function toReceiptDiscounts({ priced }: Quote) {
  return priced.codes.flatMap(({ code, discount, problem, cents }) =>
    discount === null || problem !== null ? [] : [{ code, isGift: discount.items !== null, cents }],
  )
}

/** Items, amounts and address of an order, as they are when it is placed. @param at when that is, ms since the epoch */
export function toReceipt(quote: Quote, { address, city, province, zip }: Buyer, at: number) {
  return {
    at,
    lines: quote.priced.lines.map(toReceiptLine),
    discounts: toReceiptDiscounts(quote),
    delivery: quote.delivery,
    totalCents: quote.totalCents,
    address: { address, city, province, zip },
  }
}
