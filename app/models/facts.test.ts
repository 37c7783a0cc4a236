import { expect, test } from 'vitest'
import { bundleOffers, collectorsCardPrices } from './bundle.ts'
import { giftBundleDiscount } from './cart-view.ts'
import {
  envelopePosted,
  factsOf,
  fillFacts,
  hasVol1Shipped,
  hasVol2Shipped,
  shippingNote,
  vol1Ships,
  vol2Ships,
  vol2Subtitle,
} from './facts.ts'
import { MARKETS } from './market.ts'
import { formatMoney, formatMoneyExact, zeroMoney } from './money.ts'
import { optionPrice, worthWithEnvelope } from './option-price.ts'
import { upgradePrices } from './redeem.ts'

const november = '2025-11-20T12:00:00Z'
const newYear = '2026-01-05T12:00:00Z'
const spring = '2026-04-01T12:00:00Z'

test('facts are per store', () => {
  expect([factsOf('us').freeShippingOver, factsOf('uk').freeShippingOver]).toEqual(['$90', '£90'])
  expect([factsOf('us').vol1ShipsFrom, factsOf('uk').boxHeight]).toEqual(['', '33 cm'])
})

test('placeholders are replaced, live values first, unknown ones remain', () => {
  expect(
    fillFacts('From {boxOnlyPrice}, {count} left, {nonsense}', 'uk', { boxOnlyPrice: '£60', count: 0 }),
  ).toBe('From £60, 0 left, {nonsense}')
  expect(fillFacts('Over {freeShippingOver}', 'us')).toBe('Over $90')
})

test('Vol. I ships from its date, then within days', () => {
  expect(vol1Ships('uk', '2025-11-14T23:59:59Z')).toBe('from 15 November 2025')
  expect(vol1Ships('uk', '2025-11-15T00:00:00Z')).toBe('within 2–3 business days')
})

test('a date ends in the time zone of its market', () => {
  const between = '2025-11-15T03:00:00Z'
  expect([hasVol1Shipped('uk', between), hasVol1Shipped('us', between)]).toEqual([true, false])
  const newMonth = '2026-02-01T03:00:00Z'
  expect([hasVol2Shipped('uk', newMonth), hasVol2Shipped('us', newMonth)]).toEqual([true, false])
})

test.each([
  [november, 'January 2026', 'Pre-order, ships January 2026'],
  ['2026-01-31T23:59:59Z', 'January 2026', 'Pre-order, ships January 2026'],
  ['2026-02-01T00:00:00Z', 'within 30 days of your order', 'Ships within 30 days of your order'],
])('at %s Vol. II ships %s', (now, ships, subtitle) => {
  expect([vol2Ships('uk', now), vol2Subtitle('uk', now)]).toEqual([ships, subtitle])
})

test('envelopes are promised until 18 December', () => {
  expect(envelopePosted('us', '2025-12-19T04:59:59Z')).toBe('December 1–18, 2025')
  expect(envelopePosted('uk', '2025-12-19T00:00:00Z')).toBe('within 30 days of your order')
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
    'Your envelope is posted within 30 days of your order, untracked. The box ships within 30 days of your order, tracked, to the UK and EU.',
  ],
] as const)('the note of the gift edition in %s at %s has no past date', (market, now, note) => {
  expect(shippingNote(market, 'gift-edition', now)).toBe(note)
})

test('the note of the printable letter is about the box only', () => {
  expect(shippingNote('us', 'printable-only', november)).toBe(
    'Nothing to wait for: print the letter today. The magic words come by email after purchase. The box ships January 2026, tracked.',
  )
})

/** The fallback figures used by the models, by the name of the fact. */
function fallbackFigures(market: 'us' | 'uk'): Record<string, string | undefined> {
  const currency = MARKETS[market].currencyCode
  const unknown = { title: '', variants: [] }
  const nothing = zeroMoney(currency)
  const boxOnly = { option: 'box-only', wand: null, edition: null, wrapping: null } as const
  const giftValue = (title: string) => formatMoney(giftBundleDiscount({ productTitle: '', title }, market))
  const fromBox = upgradePrices(null, 'No Wand', currency)
  const fromClassic = upgradePrices(null, 'Classic Wand', currency)
  const card = collectorsCardPrices(null, currency)
  const bundles = bundleOffers(null, null, currency).map((offer) => [
    `bundle${offer.size}Price`,
    formatMoney(offer.price),
  ])
  return {
    ...Object.fromEntries(bundles),
    collectorsFrom: formatMoney(card.from),
    collectorsWas: formatMoney(card.was),
    boxOnlyPrice: formatMoney(optionPrice(unknown, boxOnly, market, currency)),
    envelopeValue: formatMoney(worthWithEnvelope(nothing)),
    giftValueBox: giftValue('Gift Bundle - No Wand'),
    giftValueClassic: giftValue('Gift Bundle - Classic Wand'),
    giftValuePremium: giftValue('Gift Bundle - Premium Wand'),
    addClassicPrice: formatMoneyExact(fromBox.addWand),
    premiumFromBoxPrice: formatMoney(fromBox.upgradePremium),
    premiumFromClassicPrice: formatMoney(fromClassic.upgradePremium),
  }
}

test.each(['us', 'uk'] as const)('in %s the fallback figures of the models equal the facts', (market) => {
  expect(factsOf(market)).toMatchObject(fallbackFigures(market))
})
