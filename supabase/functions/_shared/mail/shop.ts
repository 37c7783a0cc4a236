import { startOf } from '../forms/company-facts.ts'
import { MARKETS, type Market } from '../markets/markets.ts'

/** What mails say of announced dates, which changes once these have passed. */

/** What a store has announced, such as `2026-01` and `2025-12-01`, and its figures. The texts of pages are in `app/models/shipping-dates.ts`. */
export type Announced = {
  readonly vol2Month: string
  readonly envelopesFrom: string
  readonly envelopesUntil: string
  readonly giftDays: string
  readonly envelopeDays: string
  readonly vol1Copies: string
  readonly replyHours: string
}

/** Until the owner has announced other dates. */
export const ANNOUNCED: Announced = {
  vol2Month: startOf('vol2Month'),
  envelopesFrom: startOf('envelopesFrom'),
  envelopesUntil: startOf('envelopesUntil'),
  giftDays: startOf('giftDays'),
  envelopeDays: startOf('envelopeDays'),
  vol1Copies: startOf('vol1Copies'),
  replyHours: startOf('replyHours'),
}

/** What the store of a mail has announced. @param now Unix time, ms */
export type MailDates = { readonly market: Market; readonly now: number; readonly announced: Announced }

/** The day in the store's time zone, as `2025-11-20`: Sweden writes dates like that. */
function todayOf({ market, now }: MailDates): string {
  const { timeZone } = MARKETS[market]
  return new Intl.DateTimeFormat('sv', { dateStyle: 'short', timeZone }).format(now)
}

function format(date: string, locale: string, options: Intl.DateTimeFormatOptions): string {
  return new Intl.DateTimeFormat(locale, { timeZone: 'UTC', ...options }).format(Date.parse(date))
}

/** The announced month without its year. */
export function vol2Soon({ announced }: MailDates): string {
  return format(announced.vol2Month, 'en', { month: 'long' })
}

/** Whether the announced month of Vol. II is not over. */
export function isPreOrder(dates: MailDates): boolean {
  return todayOf(dates).slice(0, 'yyyy-mm'.length) <= dates.announced.vol2Month
}

/** When the box of a gift ships: the announced month, after it a time span. */
export function vol2Ships(dates: MailDates): string {
  if (!isPreOrder(dates)) return `within ${dates.announced.giftDays} days of being redeemed`
  return format(dates.announced.vol2Month, 'en', { month: 'long', year: 'numeric' })
}

/** The same, as a row of facts. */
export function shipsRow(dates: MailDates): readonly [string, string] {
  const ships = vol2Ships(dates)
  return ['Ships', `${ships.charAt(0).toUpperCase()}${ships.slice(1)}, tracked`]
}

/** When the Gift Edition Envelope is posted, in the store's date format. */
export function envelopePosted(dates: MailDates): string {
  const { envelopesFrom: from, envelopesUntil: until, envelopeDays } = dates.announced
  if (todayOf(dates) > until) return `within ${envelopeDays} days of your order`
  const { locale } = MARKETS[dates.market]
  const days = new Intl.DateTimeFormat(locale, { timeZone: 'UTC', dateStyle: 'long' })
  const text = days.formatRange(Date.parse(from), Date.parse(until)).replace(/[\u2009\u202f]/g, ' ')
  // Within a month, the dash stands between two numbers.
  return text.replace(/(?<=^\d+) – (?=\d)| – (?=\d+,)/, '–')
}

export const INDEPENDENT =
  'Wizard Box is an independent product. It is not affiliated with or endorsed by any other wizard-themed brand.'
