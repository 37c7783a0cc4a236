import { expect, test } from 'vitest'
import { productOf } from './catalogue.fixture.ts'
import { HANDLES, type Product } from './product.ts'
import { livePrices, toProductCard } from './product-card.ts'

const product = (given: Partial<Product>, prices: Record<string, number | null>) =>
  productOf(given, Object.entries(prices))

const SET = { title: "Magic Wand Collector's Set", handle: 'magic-wand-collectors-set' }

test.each([
  ['a single price has no From', {}, { One: 16 }, { isFrom: false, was: null }],
  ['several have', {}, { One: 34, Two: 35 }, { isFrom: true, money: { amount: '34.00' } }],
  [
    "the collector's set shows its lowest price, and 25 more",
    SET,
    { '3 Wands': 119, '4 Wands': 155 },
    { isFrom: true, money: { amount: '119.00' }, was: { amount: '144.00' } },
  ],
])('%s', (_, given, prices, expected) => {
  expect(toProductCard(product(given, prices), 'us').price).toMatchObject(expected)
})

test('without any price the card has none, and a long description is cut', () => {
  const card = toProductCard(product({ description: 'word '.repeat(60) }, { One: null }), 'us')
  expect(card.price).toBeNull()
  expect(card.description.length).toBeLessThanOrEqual(140)
})

test('Vol. II has prices of its options, upgrades and with the envelope', () => {
  const vol2 = product(
    { title: 'Vol. II: Magical You (Pre-Order)', handle: HANDLES.vol2.us },
    {
      'No Wand': 60,
      'Standard (Dragon and Elder)': 90.5,
      'Dragon & Oak': 99,
      'Upgrade - Add Classic Wand': 27,
      'Dragon & Oak - Premium Upgrade from No Wand': 42,
    },
  )
  expect(livePrices([vol2], 'us')).toMatchObject({
    boxOnlyPrice: '$60',
    classicSetPrice: '$90.50',
    premiumSetPrice: '$99',
    addClassicPrice: '$27.00',
    premiumFromBoxPrice: '$42',
  })
})
