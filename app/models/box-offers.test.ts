import { expect, test } from 'vitest'
import { boxOffers } from './box-offers.ts'
import { productOf } from './catalogue.fixture.ts'
import { EDITIONS } from './option-choice.ts'
import type { Product } from './product.ts'

/** Vol. I with these variants, by title and price; `soldOut` is the titles of those that are. */
function vol1(variants: readonly (readonly [string, number])[], soldOut: readonly string[] = []): Product {
  const box = productOf({ title: 'Vol. I: The Phoenix Edition', tags: ['volume-1'] }, variants, 'GBP')
  const isAvailable = (title: string) => !soldOut.includes(title)
  return { ...box, variants: box.variants.map((v) => ({ ...v, availableForSale: isAvailable(v.title) })) }
}

const BOXES = EDITIONS.map((edition) => `${edition} - No Wand`)
const VOL_1 = vol1(
  [
    ...BOXES.map((title) => [title, 59] as const),
    ...EDITIONS.map((edition) => [`${edition} - Standard (Dragon and Elder)`, 88] as const),
    ['Dragon & Oak', 98],
    ['Dragon & Yew', 98],
  ],
  ['Sunfire - No Wand', 'Dragon & Yew'],
)

test('an option has a price for each edition only if one of them costs more', () => {
  const pricesOf = (product: Product) =>
    boxOffers(product, 'uk').map(({ prices }) =>
      prices.map(({ when, price }) => [when.edition, price.amount]),
    )
  expect(pricesOf(VOL_1).flat()).toEqual(['59.00', '88.00', '98.00'].map((amount) => [undefined, amount]))
  const boxes = [59, 69, 59].map((price, at) => [`${EDITIONS[at]} - No Wand`, price] as const)
  expect(pricesOf(vol1(boxes))[0]).toEqual([
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
  const almostSoldOut = vol1([...BOXES.map((title) => [title, 59] as const), ['Dragon & Oak', 98]], BOXES)
  const soldOutOf = (product: Product) => boxOffers(product, 'uk').map(({ isSoldOut }) => isSoldOut)
  expect(soldOutOf(VOL_1)).toEqual([false, false, false])
  expect(soldOutOf(almostSoldOut)).toEqual([true, true, false])
})
