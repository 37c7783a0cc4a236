import { expect, test } from 'vitest'
import { factsOf } from './facts.ts'

test('facts are per store', () => {
  expect([factsOf('us').freeShippingOver, factsOf('uk').freeShippingOver]).toEqual(['$90', '£90'])
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
