import { expect, test } from 'vitest'
import { productOf } from './catalogue.fixture.ts'
import { livePrices } from './live-prices.ts'

const product = (title: string, prices: Record<string, number>) =>
  productOf({ title }, Object.entries(prices), 'GBP')

test('without products there are no prices', () => {
  expect(livePrices([], 'uk')).toEqual({})
})

test('Vol. II has prices of its options, upgrades and with the envelope', () => {
  const vol2 = product('Vol. II: Magical You (Pre-Order)', {
    'No Wand': 60,
    'Standard (Dragon and Elder)': 90.5,
    'Dragon & Oak': 99,
    'Upgrade - Add Classic Wand': 27,
    'Dragon & Oak - Premium Upgrade from No Wand': 42,
  })
  expect(livePrices([vol2], 'uk')).toMatchObject({
    boxOnlyPrice: '£60',
    boxOnlyWorth: '£85',
    classicSetPrice: '£90.50',
    premiumSetPrice: '£99',
    addClassicPrice: '£27.00',
    premiumFromBoxPrice: '£42',
  })
})

test('wand and set have their prices', () => {
  const wand = product('Magic Wand', { 'Dragon & Elder': 30, 'Dragon & Oak': 31 })
  const set = product("Magic Wand Collector's Set", { '3 Wands': 80, '4 Wands': 110 })
  expect(livePrices([wand, set], 'uk')).toEqual({
    classicWandPrice: '£30',
    premiumWandPrice: '£31',
    bundle3Price: '£80',
    bundle4Price: '£110',
    collectorsFrom: '£110',
    collectorsWas: '£135',
  })
})
