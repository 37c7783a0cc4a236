import type { PricedCart } from './pricing.ts'
import { type ProfileEntry, profileOfVariant, type Settings } from './settings.ts'

/**
 * The delivery charge of an order, in minor units: each delivery profile charges for its own lines, at its cheapest rate for
 * the country that the order qualifies for, and the charges are added up. A rate from a total on counts the whole order after
 * all discounts, as the shop tells its visitors; Shopify counts the profile's own lines.
 */
export function deliveryCharge(settings: Settings, cart: PricedCart, country: string): number {
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
