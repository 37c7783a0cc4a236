import { MARKETS, type Market } from './market.ts'

const calendars = new Map<Market, Intl.DateTimeFormat>()

/** Created on first use, as it takes 10 ms. */
function calendarOf(market: Market): Intl.DateTimeFormat {
  const { timeZone } = MARKETS[market]
  // Sweden writes dates as ISO 8601 does.
  const calendar = calendars.get(market) ?? new Intl.DateTimeFormat('sv', { dateStyle: 'short', timeZone })
  calendars.set(market, calendar)
  return calendar
}

/**
 * The day in a store's time zone, as `2025-11-20`. For the server only: in a browser, creating the formatter takes longer
 * than hydrating a page.
 * @param now ms since the epoch
 */
export function todayIn(market: Market, now: number): string {
  return calendarOf(market).format(now)
}
