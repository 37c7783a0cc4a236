import { type Market, marketOfCountry, parseMarket } from './market.ts'

/** Why one line under the bar speaks of stores: the visitor's own is another one, or their country has none. */
export type MarketLineFacts = { readonly suggested: Market } | { readonly country: 'CA' }

/**
 * The store a visitor chose before, when it is not the one they are looking at. One line offers it; nobody is moved.
 * Product: 8, point 8
 */
export function lineOfChoice(market: Market, stored: string | null): MarketLineFacts | null {
  const chosen = parseMarket(stored)
  return chosen !== null && chosen !== market ? { suggested: chosen } : null
}

/**
 * The same for the country of a visitor who has chosen no store. Where nobody knows the country, nothing is said.
 * Product: 6, Canada; 8, point 8
 */
export function lineOfCountry(market: Market, country: string | null): MarketLineFacts | null {
  if (country === null) return null
  if (country === 'CA' && market === 'us') return { country }
  const own = marketOfCountry(country)
  return own === market ? null : { suggested: own }
}
