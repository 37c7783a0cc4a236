import type { PricedCart, PricedLine } from '#embedded/shopify/pricing.ts'
import type { DeliveryOption } from '#embedded/shopify/quote.ts'
import { type ProfileEntry, profileOfVariant, type ShopState } from './state.ts'

/**
 * The delivery of an order as at Shopify: each profile charges for its own lines, at its cheapest rate for the country
 * that they qualify for, and the charges are added up.
 */
export function deliveryByProfiles(state: ShopState) {
  return (cart: PricedCart, country: string): DeliveryOption => {
    const byProfile = new Map<ProfileEntry | null, PricedLine[]>()
    for (const line of cart.lines) {
      const profile = line.found && profileOfVariant(state, line.found.variant.id)
      byProfile.set(profile, [...(byProfile.get(profile) ?? []), line])
    }
    const charges = [...byProfile].map(([profile, lines]) => chargeOf(profile, lines, country))
    const cents = charges.reduce((sum, charge) => sum + charge, 0)
    return { title: cents === 0 ? 'Free shipping' : 'Tracked', time: '2–7 days', cents }
  }
}

function chargeOf(profile: ProfileEntry | null, lines: readonly PricedLine[], country: string): number {
  const total = lines.reduce((sum, line) => sum + line.totalCents, 0)
  const zone =
    profile?.zones.find(({ countries }) => countries.includes(country)) ??
    profile?.zones.find(({ countries }) => countries.includes('*'))
  const rates = zone?.rates.filter(({ fromCents }) => fromCents === null || total >= fromCents) ?? []
  return rates.length === 0 ? 0 : Math.min(...rates.map(({ cents }) => cents))
}
