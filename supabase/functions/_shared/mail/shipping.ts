import { type Company, type CompanyFacts, companyOf } from '../forms/company-facts.ts'
import { MARKETS, type Market } from '../markets/markets.ts'

/** The facts of a store, with its announced dates, on one day there. */
export type Shipping = CompanyFacts & {
  readonly market: Market
  /** `2025-11-20`: the day in the store's time zone. */
  readonly today: string
}

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
 * What a store has announced, as it stands at a time. For the server only: in a browser, creating the formatter of its day takes longer than
 * hydrating a page.
 * @param now ms since the epoch
 */
export function shippingOf(company: Company, market: Market, now: number): Shipping {
  return { ...companyOf(company, market), market, today: calendarOf(market).format(now) }
}

const MONTHS = 'January February March April May June July August September October November December'.split(
  ' ',
)

function partsOf(date: string): { year: string; month: string; day: string } {
  const [year = '', month = '', day = ''] = date.split('-')
  return { year, month: MONTHS[Number(month) - 1] ?? '', day: String(Number(day)) }
}

/** `January 2026` of `2026-01`. */
function formatMonth(month: string): string {
  const parts = partsOf(month)
  return `${parts.month} ${parts.year}`
}

function isMonthFirst(market: Market): boolean {
  return MARKETS[market].english === 'american'
}

/** `November 15, 2025` or `15 November 2025` of `2025-11-15`. By hand: browsers take 10 ms to make a formatter. */
export function formatDay(date: string, market: Market): string {
  const { year, month, day } = partsOf(date)
  return isMonthFirst(market) ? `${month} ${day}, ${year}` : `${day} ${month} ${year}`
}

/** `December 1–18, 2025` or `1–18 December 2025`; what both days share is said once. */
export function formatDays(from: string, until: string, market: Market): string {
  if (from === until) return formatDay(from, market)
  const [a, b] = [partsOf(from), partsOf(until)]
  if (a.year !== b.year) return `${formatDay(from, market)} – ${formatDay(until, market)}`
  if (isMonthFirst(market)) {
    const end = a.month === b.month ? `–${b.day}` : ` – ${b.month} ${b.day}`
    return `${a.month} ${a.day}${end}, ${b.year}`
  }
  const start = a.month === b.month ? `${a.day}–` : `${a.day} ${a.month} – `
  return `${start}${formatDay(until, market)}`
}

/** True from the day on which Vol. I ships without delay. Spec: 9 Availability */
export function hasVol1Shipped({ vol1Date, today }: Shipping): boolean {
  return today >= vol1Date
}

/** True after the announced month of Vol. II. Spec: 9 Availability */
export function hasVol2Shipped({ vol2Month, today }: Shipping): boolean {
  return today.slice(0, 7) > vol2Month
}

/** True after the last day on which envelopes are posted. Spec: 9 Availability */
export function haveEnvelopesPosted({ envelopesUntil, today }: Shipping): boolean {
  return today > envelopesUntil
}

/** What is sent on its own: a box of Vol. II by its wrapping, or something else. */
export type Parcel =
  | 'vol-1'
  | 'envelope'
  | 'wand'
  | 'merch'
  | 'gift-edition'
  | 'printable-only'
  | 'no-wrapping'

/**
 * When something ships, to follow "ships": the one rule for every page, the cart, the order and the mails. What was
 * announced counts until it has passed; then the box of a gift follows its magic words, and all else the order.
 * Spec: 9 Availability
 */
export function ships(shipping: Shipping, parcel: Parcel): string {
  const { market } = shipping
  const ofOrder = (days: string) => `within ${days} days of your order`
  switch (parcel) {
    case 'vol-1':
      return hasVol1Shipped(shipping)
        ? `within ${shipping.vol1DispatchDays} business days`
        : `from ${formatDay(shipping.vol1Date, market)}`
    case 'gift-edition':
    case 'printable-only':
      return hasVol2Shipped(shipping)
        ? `within ${shipping.giftDays} days of being redeemed`
        : formatMonth(shipping.vol2Month)
    case 'no-wrapping':
      return hasVol2Shipped(shipping) ? ofOrder(shipping.vol2Days) : formatMonth(shipping.vol2Month)
    case 'envelope':
      return haveEnvelopesPosted(shipping)
        ? ofOrder(shipping.envelopeDays)
        : formatDays(shipping.envelopesFrom, shipping.envelopesUntil, market)
    case 'wand':
      return `within ${shipping.wandDispatchDays.replace('–', ' to ')} business days`
    case 'merch':
      return ofOrder(shipping.merchDays)
  }
}

/** What an envelope is said to do: `ships`, or `is posted`. */
export function isPosted(market: Market): string {
  return MARKETS[market].english === 'american' ? 'ships' : 'is posted'
}
