import { MARKETS, type Market } from './market.ts'

const DAY_MS = 86_400_000
const calendars = new Map<Market, Intl.DateTimeFormat>()

/** Created on first use, as it takes 10 ms. */
function calendarOf(market: Market): Intl.DateTimeFormat {
  const { locale, timeZone } = MARKETS[market]
  const calendar = calendars.get(market) ?? new Intl.DateTimeFormat(locale, { year: 'numeric', timeZone })
  calendars.set(market, calendar)
  return calendar
}

/**
 * The current year in a store's time zone. For the server only: in a browser, creating the formatter takes longer
 * than hydrating a page.
 * @param now ms since the epoch
 */
export function yearIn(market: Market, now: number): number {
  const [before, after] = [now - DAY_MS, now + DAY_MS].map((moment) => new Date(moment).getUTCFullYear())
  // Time zones matter on the two days around New Year only.
  return after !== undefined && before === after ? after : Number(calendarOf(market).format(now))
}
