import { describe, expect, it } from 'vitest'
import { isChoiceSoldOut, pricesOf, pricesOfOption, soldOutOf } from './box-offers.ts'
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
const CHOICE = { option: 'box-only' } as const

describe('option prices', () => {
  it('are a single price per option if all editions and wands cost the same', () => {
    expect(pricesOf(VOL_1, 'uk').map(({ when, price }) => [when, price.amount])).toEqual([
      [{ option: 'box-only' }, '59.00'],
      [{ option: 'classic-wand' }, '88.00'],
      [{ option: 'premium-wand' }, '98.00'],
    ])
  })

  it('are a price per edition if one of them costs more', () => {
    const withExpensiveSunfire = vol1([
      ['Ashborn - No Wand', 59],
      ['Sunfire - No Wand', 69],
      ['Ember - No Wand', 59],
    ])
    expect(
      pricesOfOption(withExpensiveSunfire, 'box-only', 'uk').map(({ when, price }) => [
        when.edition,
        price.amount,
      ]),
    ).toEqual([
      ['none', '59.00'],
      ['ashborn', '59.00'],
      ['sunfire', '69.00'],
      ['ember', '59.00'],
    ])
  })
})

describe('soldOutOf', () => {
  it('lists options, editions and wands', () => {
    const soldOut = soldOutOf(VOL_1, 'uk')
    expect(soldOut).toEqual({
      options: [],
      editions: { Ashborn: [], Sunfire: ['box-only'], Ember: [] },
      wands: ['Dragon & Yew'],
    })
    expect(isChoiceSoldOut(soldOut, CHOICE)).toBe(false)
    expect(isChoiceSoldOut(soldOut, { ...CHOICE, edition: 'Sunfire' })).toBe(true)
    expect(isChoiceSoldOut(soldOut, { ...CHOICE, option: 'classic-wand', edition: 'Sunfire' })).toBe(false)
    expect(isChoiceSoldOut(soldOut, { ...CHOICE, option: 'premium-wand', wand: 'Dragon & Yew' })).toBe(true)
  })

  it('lists an option if all its editions are sold out or its variants are missing', () => {
    const boxes = ['Ashborn - No Wand', 'Sunfire - No Wand', 'Ember - No Wand']
    const almostSoldOut = vol1([...boxes.map((title) => [title, 59] as const), ['Dragon & Oak', 98]], boxes)
    expect(soldOutOf(almostSoldOut, 'uk').options).toEqual(['box-only', 'classic-wand'])
  })
})
