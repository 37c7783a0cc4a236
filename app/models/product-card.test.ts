import { expect, test } from 'vitest'
import { productOf } from './catalogue.fixture.ts'
import { HANDLES, type Product } from './product.ts'
import { livePrices, toProductCard } from './product-card.ts'

const product = (given: Partial<Product>, prices: Record<string, number | null>) =>
  productOf(given, Object.entries(prices))

test('a price is From only where others cost more; without any the card has none, and a long description is cut at a word', () => {
  const priceOf = (prices: Record<string, number>) => toProductCard(product({}, prices), 'us').price
  expect(priceOf({ One: 16 })).toMatchObject({ isFrom: false, was: null })
  expect(priceOf({ One: 34, Two: 35 })).toMatchObject({ isFrom: true, money: { amount: '34.00' } })
  const card = toProductCard(product({ description: 'word '.repeat(60) }, { One: null }), 'us')
  expect(card.price).toBeNull()
  expect(card.description).toBe(`${'word '.repeat(26)}word…`)
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
