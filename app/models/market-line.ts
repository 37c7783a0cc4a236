import { type Market, parseMarket } from './market.ts'

/**
 * The market to suggest to a visitor: the one chosen before, or that of their country, if it is not the current one.
 * It is only suggested, without a redirect. Product: 8 The other market
 * @param stored value of the cookie, untrusted
 */
export function suggestedMarket(market: Market, stored: string | null): Market | null {
  const own = parseMarket(stored)
  return own === market ? null : own
}
