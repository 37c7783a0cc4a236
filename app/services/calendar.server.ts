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
  const hour = Math.floor(now / HOUR)
  const last = lasts[market]
  if (last?.hour === hour) return last.year
  const year = Number(YEAR[market].format(now))
  lasts[market] = { hour, year }
  return year
}

/** No year begins within an hour of the world's clock in either market. */
const HOUR = 3_600_000
const lasts: Partial<Record<Market, { readonly hour: number; readonly year: number }>> = {}
