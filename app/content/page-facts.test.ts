import { expect, test } from 'vitest'
import { COMPANY, companyWith } from '#supabase/functions/_shared/forms/company-facts.ts'
import { formatDays, shippingOf } from '#supabase/functions/_shared/mail/shipping.ts'
import { MARKETS, type Market } from '../models/market.ts'
import { shippingNote } from './box-words.ts'
import { type SentFacts, sentFacts } from './page-facts.ts'

const at = (now: string, market: Market = 'uk', company = COMPANY) =>
  sentFacts(shippingOf(company, market, Date.parse(now)))

test.each<[string, Market, Partial<SentFacts>]>([
  ['2025-11-14T23:59:59Z', 'uk', { vol1ShipsNow: 'from 15 November 2025', vol1HasShipped: false }],
  ['2025-11-15T00:00:00Z', 'uk', { vol1ShipsNow: 'within 2–3 business days', envelopeVerb: 'is posted' }],
  ['2025-12-18T23:59:59Z', 'uk', { envelopeShipsNow: '1–18 December 2025', envelopeBy: '18 December 2025' }],
  [
    '2025-12-19T00:00:00Z',
    'uk',
    { envelopeShipsNow: 'within 30 days of your order', envelopeBy: '18 January 2026' },
  ],
  ['2026-01-31T23:59:59Z', 'uk', { giftShipsNow: 'January 2026', vol2ShipsNow: 'January 2026' }],
  [
    '2026-02-01T00:00:00Z',
    'uk',
    {
      giftShipsNow: 'within 30 days of being redeemed',
      ownShipsNow: 'within 30 days of your order',
      vol2ShipsNow: 'within 30 days of being redeemed; without wrapping, within 30 days of your order',
    },
  ],
  // A date ends in the time zone of its market.
  ['2026-02-01T03:00:00Z', 'uk', { isPreOrder: false, today: '2026-02-01' }],
  ['2026-02-01T03:00:00Z', 'us', { isPreOrder: true, today: '2026-01-31', vol1ShipsNow: '' }],
  ['2025-12-19T04:59:59Z', 'us', { envelopeShipsNow: 'December 1–18, 2025' }],
  ['2026-07-01T23:30:00Z', 'uk', { today: '2026-07-02' }],
])('at %s pages of the %s store say %o', (now, market, facts) => {
  expect(at(now, market)).toMatchObject(facts)
})

test.each([
  ['2027-03-14', '2027-03-14', 'March 14, 2027', '14 March 2027'],
  ['2027-02-26', '2027-03-05', 'February 26 – March 5, 2027', '26 February – 5 March 2027'],
  ['2026-12-28', '2027-01-05', 'December 28, 2026 – January 5, 2027', '28 December 2026 – 5 January 2027'],
])('%s to %s is %s in the United States, %s in the United Kingdom', (from, until, us, uk) => {
  expect([formatDays(from, until, 'us'), formatDays(from, until, 'uk')]).toEqual([us, uk])
})

test.each([
  ['the box first, envelopes later', ['2026-05', '2026-06-01', '2026-06-10'], false, false],
  ['envelopes for Christmas, boxes in the new year', ['2027-01', '2026-12-01', '2026-12-18'], true, true],
  ['envelopes after Christmas', ['2027-01', '2026-12-20', '2026-12-30'], true, false],
  ['boxes before the new year', ['2026-12', '2026-12-01', '2026-12-18'], true, false],
  ['boxes that have shipped', ['2026-03', '2026-12-01', '2026-12-18'], false, false],
])('%s: nothing is promised that does not hold', (_, announced, envelopesGoFirst, isForChristmas) => {
  const [vol2Month, envelopesFrom, envelopesUntil] = announced.map((text) => ({ us: text, uk: text }))
  const company = companyWith({ vol2Month, envelopesFrom, envelopesUntil })
  expect(at('2026-04-01T12:00:00Z', 'uk', company)).toMatchObject({ envelopesGoFirst, isForChristmas })
})

test('the note of the gift edition follows the calendar', () => {
  const noteAt = (now: string) =>
    shippingNote({ ...at(now, 'us'), store: MARKETS.us }, 'gift-edition').replace(/, tracked.*/, '')
  expect(noteAt('2025-11-20T12:00:00Z')).toBe(
    'Your envelope ships December 1–18, 2025, untracked. The box follows in January 2026',
  )
  expect(noteAt('2026-01-05T12:00:00Z')).toBe(
    'Your envelope ships within 30 days of your order, untracked. The box ships January 2026',
  )
})
