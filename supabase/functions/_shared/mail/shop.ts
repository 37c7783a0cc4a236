/** What the mails say of the shop, per store. Dates of the copy change their sentence once they have passed. */

export type Store = {
  readonly locale: 'en-US' | 'en-GB'
  readonly timeZone: string
  readonly symbol: '$' | '£'
  /** As the facts of a mail name it. */
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

/** The first moment after each announced date, in the store's own time: the pages change at the same one. */
const ENDS = {
  us: {
    envelopes: Date.parse('2025-12-19T00:00:00-05:00'),
    vol2: Date.parse('2026-02-01T00:00:00-05:00'),
  },
  uk: {
    envelopes: Date.parse('2025-12-19T00:00:00+00:00'),
    vol2: Date.parse('2026-02-01T00:00:00+00:00'),
  },
} as const

/** The promised month of Vol. II. Pages have it from `app/models/facts.ts`. */
const VOL_2_MONTH = 'January 2026'

/** The promised month as a sentence about the near future names it. */
export const VOL_2_SOON = VOL_2_MONTH.replace(/ \d{4}$/, '')

/** Whether the promised month of Vol. II is not over. */
export function isPreOrder(market: 'us' | 'uk', now: number): boolean {
  return now < ENDS[market].vol2
}

/** When Vol. II leaves: the promised month, then a span that stays true. */
export function vol2Ships(market: 'us' | 'uk', now: number): string {
  return isPreOrder(market, now) ? VOL_2_MONTH : 'within 30 days of your order'
}

/** When the Gift Edition Envelope is posted, in the store's way of writing dates. */
export function envelopePosted(market: 'us' | 'uk', now: number): string {
  if (now >= ENDS[market].envelopes) return 'within 30 days of your order'
  return market === 'us' ? 'December 1–18, 2025' : '1–18 December 2025'
}

export const INDEPENDENT =
  'Wizard Box is an independent product. It is not affiliated with or endorsed by any other wizard-themed brand.'
