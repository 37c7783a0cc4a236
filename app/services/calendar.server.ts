import { MARKETS, type Market } from '../models/market.ts'

const DAY = 86_400_000
const calendars = new Map<Market, Intl.DateTimeFormat>()

/** Made when one is asked, which takes 10 ms. */
function calendarOf(market: Market): Intl.DateTimeFormat {
  const { locale, timeZone } = MARKETS[market]
  const calendar = calendars.get(market) ?? new Intl.DateTimeFormat(locale, { year: 'numeric', timeZone })
  calendars.set(market, calendar)
  return calendar
}

/**
 * The year by a store's own calendar. Said by the server, because to make a calendar takes a browser longer than to
 * take over a page.
 * @param now milliseconds since 1970
 */
export function yearIn(market: Market, now: number): number {
  const [before, after] = [now - DAY, now + DAY].map((moment) => new Date(moment).getUTCFullYear())
  // All calendars say the same but for two days of a year.
  return after !== undefined && before === after ? after : Number(calendarOf(market).format(now))
}
