import type { PricedCart } from './pricing.ts'
import { type ProfileEntry, profileOfVariant, type Settings } from './settings.ts'

/**
 * The delivery charge of an order as at Shopify, in minor units: each profile charges for its own lines, at its cheapest
 * rate for the country that they qualify for after all discounts, and the charges are added up.
 */
export function deliveryCharge(settings: Settings, cart: PricedCart, country: string): number {
  const byProfile = Map.groupBy(
    cart.lines,
    ({ found }) => found && profileOfVariant(settings, found.variant.id),
  )
  const share = cart.subtotalCents === 0 ? 1 : cart.totalCents / cart.subtotalCents
  return [...byProfile].reduce((sum, [profile, lines]) => {
    const total = lines.reduce((cents, line) => cents + line.totalCents, 0)
    return sum + chargeOf(profile, Math.round(total * share), country)
  }, 0)
}

/** @param total of the profile's lines */
function chargeOf(profile: ProfileEntry | null, total: number, country: string): number {
  const zone =
    profile?.zones.find(({ countries }) => countries.includes(country)) ??
    profile?.zones.find(({ countries }) => countries.includes('*'))
  const rates = zone?.rates.filter(({ fromCents }) => fromCents === null || total >= fromCents) ?? []
  return rates.length === 0 ? 0 : Math.min(...rates.map(({ cents }) => cents))
}
