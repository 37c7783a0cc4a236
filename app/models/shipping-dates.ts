import { type Company, type CompanyFacts, companyOf } from './company.ts'
import { factsOf } from './facts.ts'
import { MARKETS, type Market } from './market.ts'
import type { Wrapping } from './option-choice.ts'

/** The announced dates of a store, on one day there. */
export type Shipping = Pick<CompanyFacts, 'vol1Date' | 'vol2Month' | 'envelopesFrom' | 'envelopesUntil'> & {
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

const MONTHS = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
]

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
function haveEnvelopesPosted({ envelopesUntil, today }: Shipping): boolean {
  return today > envelopesUntil
}

/** The announced dates of a store that are over, so that its pages say a number of days instead. */
export function announcedDatesOver(shipping: Shipping) {
  return [
    ...(shipping.vol1Date !== '' && hasVol1Shipped(shipping) ? (['vol1Date'] as const) : []),
    ...(hasVol2Shipped(shipping) ? (['vol2Month'] as const) : []),
    ...(haveEnvelopesPosted(shipping) ? (['envelopesUntil'] as const) : []),
  ]
}

/** True while envelopes are still posted before their boxes ship. */
export function doEnvelopesGoFirst(shipping: Shipping): boolean {
  const { envelopesUntil, vol2Month } = shipping
  return (
    !hasVol2Shipped(shipping) &&
    !haveEnvelopesPosted(shipping) &&
    envelopesUntil.slice(0, 'yyyy-mm'.length) <= vol2Month
  )
}

/** True while an envelope comes in time for Christmas, and its box in the new year. */
export function isForChristmas(shipping: Shipping): boolean {
  const { envelopesUntil, vol2Month } = shipping
  const isInAdvent = /-12-(0\d|1\d|2[0-3])$/.test(envelopesUntil)
  return isInAdvent && doEnvelopesGoFirst(shipping) && vol2Month > envelopesUntil.slice(0, 'yyyy-mm'.length)
}

/** When Vol. I ships, to follow "Ships": the date, or afterwards the number of days. */
export function vol1Ships(shipping: Shipping): string {
  const { market, vol1Date } = shipping
  if (hasVol1Shipped(shipping)) return `within ${factsOf(market).vol1Dispatch}`
  return `from ${formatDay(vol1Date, market)}`
}

/** When the box of a gift ships, to follow "Ships": as Vol. II, but the days count from the redemption. */
export function giftBoxShips(shipping: Shipping): string {
  return hasVol2Shipped(shipping) ? factsOf(shipping.market).giftShipsLater : formatMonth(shipping.vol2Month)
}

/** When Vol. II ships, to follow "Ships": the month, or afterwards the number of days. */
export function vol2Ships(shipping: Shipping): string {
  return hasVol2Shipped(shipping) ? factsOf(shipping.market).vol2ShipsLater : formatMonth(shipping.vol2Month)
}

/** When a gift envelope is posted: the dates, or afterwards the number of days. */
export function envelopePosted(shipping: Shipping): string {
  const { market, envelopesFrom, envelopesUntil } = shipping
  if (haveEnvelopesPosted(shipping)) return factsOf(market).envelopePostedLater
  return formatDays(envelopesFrom, envelopesUntil, market)
}

/** What an envelope is said to do: `ships`, or `is posted`. */
export function isPosted(market: Market): string {
  return MARKETS[market].english === 'american' ? 'ships' : 'is posted'
}

/** Subtitle of Vol. II, on its page and its card. */
export function vol2Subtitle(shipping: Shipping): string {
  const ships = vol2Ships(shipping)
  return hasVol2Shipped(shipping) ? `Ships ${ships}` : `Pre-order, ships ${ships}`
}

/** Who gets the box of Vol. II, which whoever says the magic words does, and when. Spec: 2 Product detail */
export function boxRecipientNote(shipping: Shipping): string {
  return `The box goes to whoever says the magic words, at the address that they give. Is it for yourself? Then say the words yourself, on our Redeem page, and give your own address. It ships ${giftBoxShips(shipping)}, tracked.`
}

/** The shipping note below the wrapping; dates in the past are replaced. Spec: 2 Product detail */
export function shippingNote(shipping: Shipping, wrapping: Wrapping): string {
  const { market } = shipping
  const box = vol2Ships(shipping)
  if (wrapping === 'printable-only') {
    return `Nothing to wait for: print the letter today. The magic words come by email after purchase. The box ships ${box}, tracked.`
  }
  const envelope = `Your envelope ${isPosted(market)} ${envelopePosted(shipping)}, untracked.`
  return `${envelope} The box ${doEnvelopesGoFirst(shipping) ? 'follows in' : 'ships'} ${box}, tracked, ${MARKETS[market].shipsWhere}.`
}
