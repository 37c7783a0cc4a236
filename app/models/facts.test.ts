import { expect, test } from 'vitest'
import { factsOf } from './facts.ts'
import { MARKETS } from './market.ts'

test('facts are per store', () => {
  expect(factsOf('uk').freeShippingOver).toBe(`£${MARKETS.uk.freeShippingOver}`)
  expect([factsOf('us').boxHeight, factsOf('uk').boxHeight]).toEqual(['33 cm (13 in)', '33 cm'])
})

test('the figures are those of the specification', () => {
  expect(factsOf('us')).toMatchObject({
    boxOnlyPrice: '$59',
    classicSetPrice: '$88',
    premiumSetPrice: '$98',
    envelopeValue: '$25',
    addClassicPrice: '$26.00',
    premiumFromBoxPrice: '$41',
    premiumFromClassicPrice: '$15',
  })
})
