/** Facts about each store in the mails. Texts with announced dates change once these have passed. */

export type Store = {
  readonly locale: 'en-US' | 'en-GB'
  readonly timeZone: string
  readonly symbol: '$' | '£'
  /** As named in the facts of a mail. */
  readonly name: 'United States' | 'United Kingdom'
  readonly vol2Handle: string
}

export const STORES: Record<'us' | 'uk', Store> = {
  us: {
    locale: 'en-US',
    timeZone: 'America/New_York',
    symbol: '$',
    name: 'United States',
    vol2Handle: 'vol-ii-magical-you-pre-order',
  },
  uk: {
    locale: 'en-GB',
    timeZone: 'Europe/London',
    symbol: '£',
    name: 'United Kingdom',
    vol2Handle: 'vol-ii-magical-you-pre-order-1',
  },
}

/** The time at which each announced date has passed, in the store's time zone; pages change at the same time. */
const ANNOUNCED_UNTIL = {
  us: {
    envelopes: Date.parse('2025-12-19T00:00:00-05:00'),
    vol2: Date.parse('2026-02-01T00:00:00-05:00'),
  },
  uk: {
    envelopes: Date.parse('2025-12-19T00:00:00+00:00'),
    vol2: Date.parse('2026-02-01T00:00:00+00:00'),
  },
} as const

/** The announced month of Vol. II. Pages use `app/models/facts.ts`. */
const VOL_2_MONTH = 'January 2026'

/** The announced month without its year. */
export const VOL_2_SOON = VOL_2_MONTH.replace(/ \d{4}$/, '')

/** Whether the announced month of Vol. II is not over. @param now Unix time, ms */
export function isPreOrder(market: 'us' | 'uk', now: number): boolean {
  return now < ANNOUNCED_UNTIL[market].vol2
}

/** When Vol. II ships: the announced month, after it a time span. */
export function vol2Ships(market: 'us' | 'uk', now: number): string {
  return isPreOrder(market, now) ? VOL_2_MONTH : 'within 30 days of your order'
}

/** When the Gift Edition Envelope is posted, in the store's date format. */
export function envelopePosted(market: 'us' | 'uk', now: number): string {
  if (now >= ANNOUNCED_UNTIL[market].envelopes) return 'within 30 days of your order'
  return market === 'us' ? 'December 1–18, 2025' : '1–18 December 2025'
}

export const INDEPENDENT =
  'Wizard Box is an independent product. It is not affiliated with or endorsed by any other wizard-themed brand.'
