import { describe, expect, it } from 'vitest'
import { moneyOf } from '../../models/money.ts'
import type { ProductChoice } from '../../models/option-choice.ts'
import type { Product, Variant } from '../../models/product.ts'
import { isChoiceSoldOut, pricesOf, pricesOfOption, soldOutOf } from './offers.ts'

function variant(title: string, price: number, availableForSale = true): Variant {
  return {
    id: `gid://shopify/ProductVariant/${title.length}${price}`,
    title,
    price: moneyOf(price, 'GBP'),
    availableForSale,
    selectedOptions: [],
  }
}

function product(title: string, variants: readonly Variant[]): Product {
  return {
    id: 'gid://shopify/Product/1',
    handle: 'a-box',
    title,
    description: '',
    tags: [],
    images: [],
    options: [],
    variants,
    minPrice: null,
    maxPrice: null,
    isAvailable: null,
    body: [],
  }
}

const VOL_1 = product('Vol. I: The Phoenix Edition', [
  variant('Ashborn - No Wand', 59),
  variant('Ashborn - Standard (Dragon and Elder)', 88),
  variant('Sunfire - No Wand', 59, false),
  variant('Sunfire - Standard (Dragon and Elder)', 88),
  variant('Ember - No Wand', 59),
  variant('Ember - Standard (Dragon and Elder)', 88),
  variant('Dragon & Oak', 98),
  variant('Dragon & Yew', 98, false),
])
const CHOICE: ProductChoice = { option: 'box-only', wand: null, edition: null, wrapping: null }

describe('option prices', () => {
  it('are a single price per option if all editions and wands cost the same', () => {
    expect(pricesOf(VOL_1, 'uk').map(({ when, price }) => [when, price.amount])).toEqual([
      [{ option: 'box-only' }, '59.00'],
      [{ option: 'classic-wand' }, '88.00'],
      [{ option: 'premium-wand' }, '98.00'],
    ])
  })

  it('are a price per edition if one of them costs more', () => {
    const withExpensiveSunfire = product(VOL_1.title, [
      variant('Ashborn - No Wand', 59),
      variant('Sunfire - No Wand', 69),
      variant('Ember - No Wand', 59),
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
    const almostSoldOut = product(VOL_1.title, [
      variant('Ashborn - No Wand', 59, false),
      variant('Sunfire - No Wand', 59, false),
      variant('Ember - No Wand', 59, false),
      variant('Dragon & Oak', 98),
    ])
    expect(soldOutOf(almostSoldOut, 'uk').options).toEqual(['box-only', 'classic-wand'])
  })
})
