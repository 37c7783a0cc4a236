import { expect, test } from 'vitest'
import {
  bundleCardPrices,
  bundleOffers,
  EMPTY_BUNDLE,
  formatBundle,
  parseBundle,
  parseBundleQuery,
  parseBundleSize,
  settleBundle,
  validateBundle,
} from './bundle.ts'
import { wandBundle, wands } from './catalogue.fixture.ts'
import { moneyOf } from './money.ts'
import { BUNDLE_SIZES, isWholeSet, WAND_STYLES } from './wands.ts'

const three = WAND_STYLES.slice(0, 3)
const ALL = BUNDLE_SIZES.find(isWholeSet) ?? 6
const address = (query: string) => new URLSearchParams(query)

test.each([
  [{ size: null, wands: three }, 'choose-size'],
  [{ size: 3 as const, wands: WAND_STYLES }, 'maximum'],
  [{ size: 4 as const, wands: three }, 'wrong-count'],
  [{ size: 3 as const, wands: ['Dragon & Oak', 'Dragon & Oak', 'Dragon & Yew'] as const }, 'wrong-count'],
])('an unfinished bundle is refused (case %#: %s)', (selection, error) => {
  expect(validateBundle(selection)).toEqual({ ok: false, error })
})

test.each([
  ['live', wandBundle, wands, ['3 Wands', '4 Wands', '5 Wands', '6 Wands']],
  ['fallbacks without the catalogue', null, null, [null, null, null, null]],
])('savings and the card price are %s', (_, bundle, singles, variants) => {
  const offers = bundleOffers(bundle, singles, 'us')
  expect(offers.map((o) => o.saving?.amount)).toEqual(['13.00', '21.00', '25.00', '30.00'])
  expect(offers.map((o) => o.singly.amount)).toEqual(['132.00', '176.00', '220.00', '254.00'])
  expect(offers.map((o) => o.variant?.title ?? null)).toEqual(variants)
  const { from, was } = bundleCardPrices(bundle, 'us')
  expect([from.amount, was.amount]).toEqual(['119.00', '144.00'])
})

test('a bundle that saves nothing has no saving', () => {
  const variants = wands.variants.map((variant) => ({ ...variant, price: moneyOf(39, 'USD') }))
  const offers = bundleOffers(wandBundle, { variants }, 'us')
  expect(offers.map((offer) => offer.saving?.amount)).toEqual([undefined, '1.00', undefined, '10.00'])
})

test('of a form, invalid and repeated wands are ignored, and the largest size is all of them', () => {
  const odd = 'size=4&wands=dragon-oak&wands=dragon-oak&wands=junk&wands=phoenix-elm'
  expect(parseBundle(address(odd))).toEqual({ size: 4, wands: ['Dragon & Oak', 'Phoenix & Elm'] })
  expect(parseBundle(address('size=99&wands=x'))).toEqual(EMPTY_BUNDLE)
  expect(parseBundle(address(`size=${ALL}`))).toEqual({ size: ALL, wands: WAND_STYLES })
})

test('more wands than the size, chosen before there were rules, are none', () => {
  expect(settleBundle({ size: 3, wands: three })).toEqual({ size: 3, wands: three })
  expect(settleBundle({ size: 3, wands: WAND_STYLES })).toEqual({ size: 3, wands: [] })
  expect(settleBundle({ size: null, wands: three })).toEqual({ size: null, wands: three })
})

test('a selection survives formatting and parsing, which starts with size 4, and a title names its size', () => {
  const selection = { size: 3 as const, wands: three }
  expect(parseBundleQuery(address(formatBundle(selection)))).toEqual(selection)
  expect(parseBundleQuery(address(formatBundle(EMPTY_BUNDLE)))).toEqual(EMPTY_BUNDLE)
  expect(parseBundleQuery(address(''))).toEqual({ size: 4, wands: [] })
  expect([parseBundleSize('4 wands '), parseBundleSize('2 Wands')]).toEqual([4, null])
})
