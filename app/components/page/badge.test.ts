import { expect, test } from 'vitest'
import { shippingNote } from '#app/content/box-words.ts'
import { type PageFacts, sentFacts } from '#app/content/page-facts.ts'
import { MARKETS, type Market } from '#app/models/market.ts'
import { shippingOf } from '#app/models/shipping-dates.ts'
import { COMPANY, type Company } from '#supabase/functions/_shared/forms/company-facts.ts'
import { vol2Subtitle } from './badge.tsx'

const november = '2025-11-20T12:00:00Z'
const newYear = '2026-01-05T12:00:00Z'
const spring = '2026-04-01T12:00:00Z'

function at(now: string, market: Market = 'uk', company: Company = COMPANY): PageFacts {
  return { ...sentFacts(shippingOf(company, market, Date.parse(now))), store: MARKETS[market] }
}

test('Vol. II says when it ships wrapped and not, once they differ', () => {
  expect([vol2Subtitle(at(november)), at(november).vol2ShipsNow]).toEqual([
    'Pre-order, ships January 2026',
    'January 2026',
  ])
  expect([vol2Subtitle(at(spring)), at(spring).vol2ShipsNow]).toEqual([
    'Ships within 30 days of being redeemed',
    'within 30 days of being redeemed; without wrapping, within 30 days of your order',
  ])
})

test.each([
  [
    'us',
    november,
    'Your envelope ships December 1–18, 2025, untracked. The box follows in January 2026, tracked, within the United States.',
  ],
  [
    'uk',
    newYear,
    'Your envelope is posted within 30 days of your order, untracked. The box ships January 2026, tracked, to the UK and EU.',
  ],
  [
    'uk',
    spring,
    'Your envelope is posted within 30 days of your order, untracked. The box ships within 30 days of being redeemed, tracked, to the UK and EU.',
  ],
] as const)('the note of the gift edition in %s at %s has no past date', (market, now, note) => {
  expect(shippingNote(at(now, market), 'gift-edition')).toBe(note)
})
