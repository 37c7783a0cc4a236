import { type Market, parseMarket } from '../models/market.ts'

/**
 * The store a visitor chose before, when it is not the one they are looking at. One line offers it; nobody is moved.
 * Product: 8, point 8
 */
export function marketLineFor(market: Market, stored: string | null): { readonly suggested: Market } | null {
  const chosen = parseMarket(stored)
  return chosen !== null && chosen !== market ? { suggested: chosen } : null
}
