import { MARKETS, type Market } from '../models/market.ts'

const YEAR: Record<Market, Intl.DateTimeFormat> = { us: yearOf('us'), uk: yearOf('uk') }

function yearOf(market: Market): Intl.DateTimeFormat {
  const { locale, timeZone } = MARKETS[market]
  return new Intl.DateTimeFormat(locale, { year: 'numeric', timeZone })
}

/**
 * The year by a store's own calendar. Said by the server, because to make a calendar takes a browser longer than to
 * take over a page.
 * @param now milliseconds since 1970
 */
export function yearIn(market: Market, now: number): number {
  return Number(YEAR[market].format(now))
}
