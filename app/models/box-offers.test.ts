import { expect, test } from 'vitest'
import { boxOffers } from './box-offers.ts'
import { productOf } from './catalogue.fixture.ts'
import type { Product } from './product.ts'

/** Vol. I with these variants, by title and price; `soldOut` is the titles of those that are. */
function vol1(variants: readonly (readonly [string, number])[], soldOut: readonly string[] = []): Product {
  const box = productOf({ title: 'Vol. I: The Phoenix Edition', tags: ['volume-1'] }, variants, 'GBP')
  const isAvailable = (title: string) => !soldOut.includes(title)
  return { ...box, variants: box.variants.map((v) => ({ ...v, availableForSale: isAvailable(v.title) })) }
}

const VOL_1 = vol1(
  [
    ['Ashborn - No Wand', 59],
    ['Ashborn - Standard (Dragon and Elder)', 88],
    ['Sunfire - No Wand', 59],
    ['Sunfire - Standard (Dragon and Elder)', 88],
    ['Ember - No Wand', 59],
    ['Ember - Standard (Dragon and Elder)', 88],
    ['Dragon & Oak', 98],
    ['Dragon & Yew', 98],
  ],
  ['Sunfire - No Wand', 'Dragon & Yew'],
)

test('options have a single price if all editions and wands cost the same', () => {
  const offers = boxOffers(VOL_1, 'uk').map(({ option, prices }) => [
    option,
    prices.map(({ when, price }) => [when, price.amount]),
  ])
  expect(offers).toEqual([
    ['box-only', [[{}, '59.00']]],
    ['classic-wand', [[{}, '88.00']]],
    ['premium-wand', [[{}, '98.00']]],
  ])
})

test('editions have prices of their own if one of them costs more', () => {
  const withExpensiveSunfire = vol1([
    ['Ashborn - No Wand', 59],
    ['Sunfire - No Wand', 69],
    ['Ember - No Wand', 59],
  ])
  const [boxOnly] = boxOffers(withExpensiveSunfire, 'uk')
  expect(boxOnly?.prices.map(({ when, price }) => [when.edition, price.amount])).toEqual([
    ['none', '59.00'],
    ['ashborn', '59.00'],
    ['sunfire', '69.00'],
    ['ember', '59.00'],
  ])
})

test('sold out with an option are the editions or wands without a variant for sale', () => {
  expect(boxOffers(VOL_1, 'uk').map(({ option, soldOut }) => [option, soldOut])).toEqual([
    ['box-only', ['sunfire']],
    ['classic-wand', []],
    ['premium-wand', expect.arrayContaining(['dragon-yew'])],
  ])
})

test('an option is sold out if all its editions are, or its variants are missing', () => {
  const boxes = ['Ashborn - No Wand', 'Sunfire - No Wand', 'Ember - No Wand']
  const almostSoldOut = vol1([...boxes.map((title) => [title, 59] as const), ['Dragon & Oak', 98]], boxes)
  const soldOutOf = (product: Product) => boxOffers(product, 'uk').map(({ isSoldOut }) => isSoldOut)
  expect(soldOutOf(VOL_1)).toEqual([false, false, false])
  expect(soldOutOf(almostSoldOut)).toEqual([true, true, false])
})
