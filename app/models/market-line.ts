import { type Market, parseMarket } from './market.ts'

/**
 * The store that a visitor chose before or that is their country's, when it is not the one they are looking at. One line
 * offers it; nobody is moved. Product: 8, point 8
 * @param stored untrusted
 */
export function storeElsewhere(market: Market, stored: string | null): Market | null {
  const own = parseMarket(stored)
  return own === market ? null : own
}
