import { expect, test } from 'vitest'
import { productOf } from './catalogue.fixture.ts'
import { livePrices } from './live-prices.ts'
import { HANDLES } from './product.ts'

const product = (handle: string, title: string, prices: Record<string, number>) =>
  productOf({ handle, title }, Object.entries(prices), 'GBP')

test('Vol. II has prices of its options, upgrades and with the envelope', () => {
  const vol2 = product(HANDLES.vol2.uk, 'Vol. II: Magical You (Pre-Order)', {
    'No Wand': 60,
    'Standard (Dragon and Elder)': 90.5,
    'Dragon & Oak': 99,
    'Upgrade - Add Classic Wand': 27,
    'Dragon & Oak - Premium Upgrade from No Wand': 42,
  })
  expect(livePrices([vol2], 'uk')).toMatchObject({
    boxOnlyPrice: '£60',
    classicSetPrice: '£90.50',
    premiumSetPrice: '£99',
    addClassicPrice: '£27.00',
    premiumFromBoxPrice: '£42',
  })
})

test('of the wands, the classic one has its price, and without products there are none', () => {
  const wand = product(HANDLES.wand, 'Magic Wand', { 'Dragon & Oak': 31, 'Dragon & Elder': 30 })
  expect(livePrices([wand], 'uk')).toEqual({ classicWandPrice: '£30' })
  expect(livePrices([], 'uk')).toEqual({})
})
