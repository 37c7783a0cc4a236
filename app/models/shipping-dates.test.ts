import { expect, test } from 'vitest'
import { formatDays } from '#supabase/functions/_shared/mail/shipping.ts'
import { COMPANY, type Company, companyWith } from './company.ts'
import type { Market } from './market.ts'
import type { Wrapping } from './option-choice.ts'
import {
  doEnvelopesGoFirst,
  envelopeBy,
  hasVol2Shipped,
  isForChristmas,
  type Shipping,
  shippingNote,
  shippingOf,
  ships,
  vol2Ships,
  vol2Subtitle,
} from './shipping-dates.ts'

test.each([
  ['2027-01-01T00:30:00Z', '2027-01-01', '2026-12-31'],
  ['2026-07-01T23:30:00Z', '2026-07-02', '2026-07-01'],
  ['2026-07-02T04:00:00Z', '2026-07-02', '2026-07-02'],
])('at %s it is %s in London and %s in New York', (now, london, newYork) => {
  const today = (market: Market) => shippingOf(COMPANY, market, Date.parse(now)).today
  expect([today('uk'), today('us')]).toEqual([london, newYork])
})

const november = '2025-11-20T12:00:00Z'
const newYear = '2026-01-05T12:00:00Z'
const spring = '2026-04-01T12:00:00Z'

/** A company with other dates of the owner. */
function announced(vol2Month: string, envelopesFrom: string, envelopesUntil: string): Company {
  const both = (text: string) => ({ us: text, uk: text })
  return companyWith({
    vol2Month: both(vol2Month),
    envelopesFrom: both(envelopesFrom),
    envelopesUntil: both(envelopesUntil),
  })
}

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

test('Vol. II says when it ships wrapped and not, once they differ', () => {
  expect([vol2Subtitle(at(november)), vol2Ships(at(november))]).toEqual([
    'Pre-order, ships January 2026',
    'January 2026',
  ])
  expect([vol2Subtitle(at(spring)), vol2Ships(at(spring))]).toEqual([
    'Ships within 30 days of being redeemed',
    'within 30 days of being redeemed; without wrapping, within 30 days of your order',
  ])
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

const augustDates = announced('2026-09', '2026-08-03', '2026-08-14')

test.each<[Wrapping, Shipping, string]>([
  [
    'gift-edition',
    at(november, 'us'),
    'Your envelope ships December 1–18, 2025, untracked. The box follows in January 2026, tracked, within the United States.',
  ],
  [
    'gift-edition',
    at(newYear),
    'Your envelope is posted within 30 days of your order, untracked. The box ships January 2026, tracked, to the UK and EU.',
  ],
  [
    'gift-edition',
    at(spring),
    'Your envelope is posted within 30 days of your order, untracked. The box ships within 30 days of being redeemed, tracked, to the UK and EU.',
  ],
  [
    'gift-edition',
    at(spring, 'us', augustDates),
    'Your envelope ships August 3–14, 2026, untracked. The box follows in September 2026, tracked, within the United States.',
  ],
  [
    'printable-only',
    at(november, 'us'),
    'Nothing to wait for: print the letter today. The magic words come by email after purchase. The delivery that you pay now is the box’s, which ships January 2026, tracked.',
  ],
  [
    'no-wrapping',
    at(spring, 'us'),
    'No magic words are made. The box ships within 30 days of your order, tracked, to the address of this order.',
  ],
])('the note of %s has the owner’s dates, and none that is past (case %#)', (wrapping, shipping, note) => {
  expect(shippingNote(shipping, wrapping)).toBe(note)
})

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
  ['envelopes in another month', augustDates, true, false],
  ['boxes that have shipped', announced('2026-03', '2026-12-01', '2026-12-18'), false, false],
])('%s: nothing is promised that does not hold', (_, company, goFirst, forChristmas) => {
  const shipping = at(spring, 'uk', company)
  expect([doEnvelopesGoFirst(shipping), isForChristmas(shipping)]).toEqual([goFirst, forChristmas])
  const box = goFirst ? 'follows in' : 'ships'
  expect(shippingNote(shipping, 'gift-edition')).toContain(
    `The box ${box} ${ships(shipping, 'gift-edition')}, tracked`,
  )
})
