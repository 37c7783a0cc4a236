import { expect, test } from 'vitest'
import {
  bundleCardPrices,
  bundleOffers,
  chooseBundleSize,
  EMPTY_BUNDLE,
  formatBundle,
  parseBundle,
  parseBundleQuery,
  settleBundle,
  sizeOfTitle,
  validateBundle,
} from './bundle.ts'
import { wandBundle, wands } from './catalogue.fixture.ts'
import { moneyOf } from './money.ts'
import { WAND_STYLES } from './wands.ts'

const three = WAND_STYLES.slice(0, 3)
const address = (query: string) => new URLSearchParams(query)

test('the page starts with size 4 and no wands', () => {
  expect(parseBundleQuery(address(''))).toEqual({ size: 4, wands: [] })
  expect(parseBundleQuery(address('size='))).toEqual(EMPTY_BUNDLE)
})

test('choosing 6 selects all six wands, any other size clears', () => {
  expect(chooseBundleSize(6).wands).toHaveLength(6)
  expect(chooseBundleSize(5)).toEqual({ size: 5, wands: [] })
})

test.each([
  [{ size: null, wands: three }, 'choose-size'],
  [{ size: 3 as const, wands: WAND_STYLES }, 'maximum'],
  [{ size: 4 as const, wands: three }, 'wrong-count'],
  [{ size: 3 as const, wands: ['Dragon & Oak', 'Dragon & Oak', 'Dragon & Yew'] as const }, 'wrong-count'],
])('an unfinished bundle is refused (case %#: %s)', (selection, error) => {
  expect(validateBundle(selection)).toEqual({ ok: false, error })
})

test('savings come from live prices', () => {
  const offers = bundleOffers(wandBundle, wands, 'USD')
  expect(offers.map((o) => o.saving?.amount)).toEqual(['13.00', '21.00', '25.00', '30.00'])
  expect(offers.map((o) => o.singly.amount)).toEqual(['132.00', '176.00', '220.00', '254.00'])
  expect(offers.map((o) => o.variant?.title)).toEqual(['3 Wands', '4 Wands', '5 Wands', '6 Wands'])
})

test('a bundle that saves nothing has no saving', () => {
  const costing = (amount: string) => ({
    variants: wands.variants.map((variant) => ({ ...variant, price: moneyOf(amount, 'USD') })),
  })
  const savings = (amount: string) =>
    bundleOffers(wandBundle, costing(amount), 'USD').map((offer) => offer.saving?.amount ?? null)
  expect(savings('39')).toEqual([null, '1.00', null, '10.00'])
  expect(savings('37')).toEqual([null, null, null, null])
})

test('without the catalogue there are fallback prices and no variants', () => {
  const offers = bundleOffers(null, null, 'GBP')
  expect(offers.map((o) => o.saving?.amount)).toEqual(['13.00', '21.00', '25.00', '30.00'])
  expect(offers.map((o) => o.variant)).toEqual([null, null, null, null])
})

test('the card price is from 119, was 144, also without the catalogue', () => {
  for (const product of [wandBundle, null]) {
    const { from, was } = bundleCardPrices(product, 'USD')
    expect([from.amount, was.amount]).toEqual(['119.00', '144.00'])
  }
})

test('invalid and repeated wands of a form are ignored', () => {
  const form = address('size=4&wands=dragon-oak&wands=dragon-oak&wands=junk&wands=phoenix-elm')
  expect(parseBundle(form)).toEqual({ size: 4, wands: ['Dragon & Oak', 'Phoenix & Elm'] })
  expect(parseBundle(address('size=7&wands=x'))).toEqual(EMPTY_BUNDLE)
  expect(parseBundle(address('size=6')).wands).toHaveLength(6)
  expect(parseBundle(address('size=6&wands=phoenix-elm')).wands).toHaveLength(6)
})

test('more wands than the size, chosen before there were rules, are none', () => {
  expect(settleBundle({ size: 3, wands: three })).toEqual({ size: 3, wands: three })
  expect(settleBundle({ size: 3, wands: WAND_STYLES })).toEqual({ size: 3, wands: [] })
  expect(settleBundle({ size: null, wands: three })).toEqual({ size: null, wands: three })
})

test('a selection survives formatting and parsing', () => {
  const selection = { size: 3 as const, wands: three }
  expect(parseBundleQuery(address(formatBundle(selection)))).toEqual(selection)
  expect(parseBundleQuery(address(formatBundle(EMPTY_BUNDLE)))).toEqual(EMPTY_BUNDLE)
})

test('a variant title names its size', () => {
  expect([sizeOfTitle('4 wands '), sizeOfTitle('2 Wands')]).toEqual([4, null])
})
