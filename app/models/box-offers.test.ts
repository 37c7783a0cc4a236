import { expect, test } from 'vitest'
import { boxOffers } from './box-offers.ts'
import { vol1 } from './catalogue.fixture.ts'
import { moneyOf } from './money.ts'
import type { Variant } from './product.ts'

/** Vol. I whose variants of these titles are changed. */
const vol1With = (change: Partial<Variant>, titles: RegExp) => ({
  ...vol1,
  variants: vol1.variants.map((v) => (titles.test(v.title) ? { ...v, ...change } : v)),
})

test('an option has a price for each edition only if one of them costs more', () => {
  const pricesOf = (product: typeof vol1) =>
    boxOffers(product, 'uk').map(({ prices }) =>
      prices.map(({ when, price }) => [when.edition, price.amount]),
    )
  expect(pricesOf(vol1).flat()).toEqual(['59.00', '88.00', '98.00'].map((amount) => [undefined, amount]))
  expect(pricesOf(vol1With({ price: moneyOf(69, 'GBP') }, /^Sunfire - No/))[0]).toEqual([
    ['none', '59.00'],
    ['ashborn', '59.00'],
    ['sunfire', '69.00'],
    ['ember', '59.00'],
  ])
})

test('sold out are editions and wands without a variant for sale, and an option without any', () => {
  const soldOutWithout = (titles: RegExp) =>
    boxOffers(vol1With({ availableForSale: false }, titles), 'uk').map(({ soldOut, isSoldOut }) =>
      isSoldOut ? 'all' : soldOut,
    )
  expect(soldOutWithout(/^Sunfire - No|Dragon & Yew/)).toEqual([['sunfire'], [], ['dragon-yew']])
  expect(soldOutWithout(/No Wand|Standard/).slice(0, 2)).toEqual(['all', 'all'])
})
