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

test('sold out are editions and wands without a variant for sale, and an option without any', () => {
  const soldOutOf = (product: Product) =>
    boxOffers(product, 'uk').map(({ soldOut, isSoldOut }) => (isSoldOut ? 'all' : soldOut))
  expect(soldOutOf(VOL_1)).toEqual([['sunfire'], [], expect.arrayContaining(['dragon-yew'])])
  const almostSoldOut = vol1([...BOXES.map((title) => [title, 59] as const), ['Dragon & Oak', 98]], BOXES)
  expect(soldOutOf(almostSoldOut).slice(0, 2)).toEqual(['all', 'all'])
})
