import { expect, test } from 'vitest'
import { productOf } from './catalogue.fixture.ts'
import type { Product } from './product.ts'
import { toProductCard } from './product-card.ts'

const product = (given: Partial<Product>, prices: Record<string, number | null>) =>
  productOf(given, Object.entries(prices))

test('a single price has no From, several have', () => {
  expect(toProductCard(product({}, { One: 16 }), 'us').price).toMatchObject({ isFrom: false, was: null })
  expect(toProductCard(product({}, { One: 34, Two: 35 }), 'us').price).toMatchObject({
    isFrom: true,
    money: { amount: '34.00' },
  })
})

test("the collector's set shows its lowest price, and 25 more", () => {
  const set = product(
    { title: "Magic Wand Collector's Set", handle: 'magic-wand-collectors-set' },
    { '3 Wands': 119, '4 Wands': 155 },
  )
  expect(toProductCard(set, 'us').price).toMatchObject({
    isFrom: true,
    money: { amount: '119.00' },
    was: { amount: '144.00' },
  })
})

test('without any price the card has none', () => {
  expect(toProductCard(product({}, { One: null }), 'us').price).toBeNull()
})

test('a long description is cut', () => {
  const { description } = toProductCard(product({ description: 'word '.repeat(60) }, { One: 1 }), 'us')
  expect(description.length).toBeLessThanOrEqual(140)
})
