import { expect, test } from 'vitest'
import { bundleOffers, collectorsCardPrices } from './bundle.ts'
import { factsOf, fillFacts } from './facts.ts'
import { listedGiftValue } from './gift-code.ts'
import { MARKETS } from './market.ts'
import { formatMoney, formatMoneyExact, zeroMoney } from './money.ts'
import { optionPrice, worthWithEnvelope } from './option-price.ts'
import { upgradePrices } from './redeem.ts'

test('facts are per store', () => {
  expect([factsOf('us').freeShippingOver, factsOf('uk').freeShippingOver]).toEqual(['$90', '£90'])
  expect([factsOf('us').vol1Dispatch, factsOf('uk').boxHeight]).toEqual(['', '33 cm'])
})

test('placeholders are replaced, live values first, unknown ones remain', () => {
  expect(
    fillFacts('From {boxOnlyPrice}, {count} left, {nonsense}', 'uk', { boxOnlyPrice: '£60', count: 0 }),
  ).toBe('From £60, 0 left, {nonsense}')
  expect(fillFacts('Over {freeShippingOver}', 'us')).toBe('Over $90')
})

/** The fallback figures used by the models, by the name of the fact. */
function fallbackFigures(market: 'us' | 'uk'): Record<string, string | undefined> {
  const currency = MARKETS[market].currencyCode
  const unknown = { title: '', variants: [] }
  const nothing = zeroMoney(currency)
  const boxOnly = { option: 'box-only', wand: null, edition: null, wrapping: null } as const
  const giftValue = (title: string) => formatMoney(listedGiftValue(title, market))
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
