import { expect, test } from 'vitest'
import { COMPANY, type Company, companyWith } from '#supabase/functions/_shared/forms/company-facts.ts'
import { formatDays } from '#supabase/functions/_shared/mail/shipping.ts'
import type { Market } from './market.ts'
import {
  doEnvelopesGoFirst,
  envelopeBy,
  hasVol2Shipped,
  isForChristmas,
  type Shipping,
  shippingOf,
  ships,
} from './shipping-dates.ts'

test.each([
  ['2027-01-01T00:30:00Z', '2027-01-01', '2026-12-31'],
  ['2026-07-01T23:30:00Z', '2026-07-02', '2026-07-01'],
  ['2026-07-02T04:00:00Z', '2026-07-02', '2026-07-02'],
])('at %s it is %s in London and %s in New York', (now, london, newYork) => {
  const today = (market: Market) => shippingOf(COMPANY, market, Date.parse(now)).today
  expect([today('uk'), today('us')]).toEqual([london, newYork])
})

const spring = '2026-04-01T12:00:00Z'

function at(now: string, market: 'us' | 'uk' = 'uk', company: Company = COMPANY): Shipping {
  return shippingOf(company, market, Date.parse(now))
}

test.each([
  ['2025-11-14T23:59:59Z', 'vol-1', 'from 15 November 2025'],
  ['2025-11-15T00:00:00Z', 'vol-1', 'within 2–3 business days'],
  ['2026-01-31T23:59:59Z', 'gift-edition', 'January 2026'],
  ['2026-02-01T00:00:00Z', 'gift-edition', 'within 30 days of being redeemed'],
  ['2026-02-01T00:00:00Z', 'printable-only', 'within 30 days of being redeemed'],
  ['2026-02-01T00:00:00Z', 'no-wrapping', 'within 30 days of your order'],
  ['2025-12-18T23:59:59Z', 'envelope', '1–18 December 2025'],
  ['2025-12-19T00:00:00Z', 'envelope', 'within 30 days of your order'],
] as const)('at %s a parcel (%s) ships %s', (now, parcel, when) => {
  expect(ships(at(now), parcel)).toBe(when)
})

test('a date ends in the time zone of its market', () => {
  const newMonth = '2026-02-01T03:00:00Z'
  expect([hasVol2Shipped(at(newMonth, 'uk')), hasVol2Shipped(at(newMonth, 'us'))]).toEqual([true, false])
  expect(ships(at('2025-12-19T04:59:59Z', 'us'), 'envelope')).toBe('December 1–18, 2025')
})

test('an envelope is posted by the announced day, then by thirty days from today', () => {
  expect(envelopeBy(at('2025-12-18T12:00:00Z'))).toBe('2025-12-18')
  expect(envelopeBy(at('2025-12-19T12:00:00Z'))).toBe('2026-01-18')
})

test.each([
  ['2027-03-14', '2027-03-14', 'March 14, 2027', '14 March 2027'],
  ['2027-03-01', '2027-03-31', 'March 1–31, 2027', '1–31 March 2027'],
  ['2027-02-26', '2027-03-05', 'February 26 – March 5, 2027', '26 February – 5 March 2027'],
  ['2026-12-28', '2027-01-05', 'December 28, 2026 – January 5, 2027', '28 December 2026 – 5 January 2027'],
])('%s to %s is %s in the United States, %s in the United Kingdom', (from, until, us, uk) => {
  expect([formatDays(from, until, 'us'), formatDays(from, until, 'uk')]).toEqual([us, uk])
})

function announced(vol2Month: string, envelopesFrom: string, envelopesUntil: string): Company {
  const both = (text: string) => ({ us: text, uk: text })
  return companyWith({
    vol2Month: both(vol2Month),
    envelopesFrom: both(envelopesFrom),
    envelopesUntil: both(envelopesUntil),
  })
}

test.each([
  ['the box first, envelopes later', announced('2026-05', '2026-06-01', '2026-06-10'), false, false],
  [
    'envelopes for Christmas, boxes in the new year',
    announced('2027-01', '2026-12-01', '2026-12-18'),
    true,
    true,
  ],
  ['envelopes after Christmas', announced('2027-01', '2026-12-20', '2026-12-30'), true, false],
  ['boxes before the new year', announced('2026-12', '2026-12-01', '2026-12-18'), true, false],
  ['envelopes in another month', announced('2026-09', '2026-08-03', '2026-08-14'), true, false],
  ['boxes that have shipped', announced('2026-03', '2026-12-01', '2026-12-18'), false, false],
])('%s: nothing is promised that does not hold', (_, company, goFirst, forChristmas) => {
  const shipping = at(spring, 'uk', company)
  expect([doEnvelopesGoFirst(shipping), isForChristmas(shipping)]).toEqual([goFirst, forChristmas])
})
