import { expect, test } from 'vitest'
import { factsOf, fillFacts } from './facts.ts'

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

test('the figures are those of the specification', () => {
  expect(factsOf('us')).toMatchObject({
    boxOnlyPrice: '$59',
    classicSetPrice: '$88',
    premiumSetPrice: '$98',
    envelopeValue: '$25',
    boxOnlyWorth: '$84',
    addClassicPrice: '$26.00',
    premiumFromBoxPrice: '$41',
    premiumFromClassicPrice: '$15',
  })
})
