import { expect, test } from 'vitest'
import { classicSetSaving, optionPrice } from './box-offers.ts'
import { titleOf, vol1, vol2, wands } from './catalogue.fixture.ts'
import { moneyOf } from './money.ts'
import {
  type BoxChoice,
  exactVariant,
  formatProductChoice,
  isWandDropdownTitle,
  type OptionChoice,
  parseProductChoice,
  singleWands,
  wandChoices,
} from './option-choice.ts'
import { PREMIUM_WANDS } from './wands.ts'

const choose = (option: OptionChoice, rest: Partial<BoxChoice> = {}): BoxChoice => ({ option, ...rest })

const backwards = { ...vol2, variants: vol2.variants.toReversed() }

test.each([
  ...[vol2, backwards].flatMap((product): [typeof vol2, BoxChoice, string | null][] => [
    [product, choose('box-only'), 'No Wand'],
    [product, choose('classic-wand'), 'Standard (Dragon and Elder)'],
    [product, choose('premium-wand', { wand: 'Phoenix & Elm' }), 'Phoenix & Elm'],
    [product, choose('premium-wand'), null],
  ]),
  [vol1, choose('box-only', { edition: 'Ember' }), 'Ember - No Wand'],
  [vol1, choose('classic-wand', { edition: 'Sunfire' }), 'Sunfire - Standard (Dragon and Elder)'],
  [vol1, choose('classic-wand'), null],
  [vol1, choose('premium-wand', { wand: 'Dragon & Yew', edition: 'Ember' }), 'Dragon & Yew'],
])(
  'a variant is found by its title, never a gift or an upgrade instead (case %#)',
  (product, choice, title) => {
    expect(titleOf(exactVariant(product, choice))).toBe(title)
  },
)

test('the wand dropdown leaves out what the specification names', () => {
  const others =
    'No Wand|Standard (Dragon and Elder)|Dragon & Elder|Dragon & Oak - Premium Upgrade from Classic|Gift Bundle - Premium Wand|Box Only|Holiday Package|Ember - Special'
  expect([...others.split('|'), 'Dragon & Oak'].filter(isWandDropdownTitle)).toEqual(['Dragon & Oak'])
})

test('each store has its own order of premium wands', () => {
  const order = (market: 'us' | 'uk') => wandChoices(vol2, market).map((c) => c.wand)
  const us = PREMIUM_WANDS
  expect(order('us')).toEqual(us)
  expect(order('uk')).toEqual([
    'Unicorn & Cherry',
    'Unicorn & Chestnut',
    ...us.filter((wand) => !wand.startsWith('Unicorn')),
  ])
  expect(singleWands(backwards).map((entry) => entry.variant.title)).toEqual(us)
  expect(singleWands(wands).map((entry) => entry.wand)).toEqual(['Dragon & Elder', ...us])
})

test.each([
  ['live', vol2, ['59.00', '88.00', '98.00']],
  ['a fallback for wands', { ...vol2, variants: vol2.variants.slice(0, 2) }, ['59.00', '88.00', '95.00']],
  ['fallbacks', { title: 'Vol. II', variants: [] }, ['59.00', '85.00', '95.00']],
])('the prices of option cards are %s', (_, product, expected) => {
  const options: OptionChoice[] = ['box-only', 'classic-wand', 'premium-wand']
  expect(options.map((option) => optionPrice(product, choose(option), 'us').amount)).toEqual(expected)
})

test('the classic set saves 5 at live prices, null if nothing is saved, and 5 without prices', () => {
  const dear = { ...vol2, variants: vol2.variants.map((v) => ({ ...v, price: moneyOf(93, 'USD') })) }
  const cheapWand = { variants: wands.variants.map((v) => ({ ...v, price: moneyOf(0, 'USD') })) }
  expect(classicSetSaving(vol2, wands, null, 'us')?.amount).toBe('5.00')
  expect(classicSetSaving(dear, cheapWand, null, 'us')).toBeNull()
  expect(classicSetSaving(vol2, null, null, 'us')?.amount).toBe('5.00')
})

test('a choice survives formatting and parsing, and a default one has no query', () => {
  const parse = (query: string) => parseProductChoice(new URLSearchParams(query))
  const first = { option: 'classic-wand', wand: null, edition: null, wrapping: 'gift-edition' } as const
  const other = { option: 'premium-wand', wand: 'Unicorn & Cherry', edition: 'Ashborn' } as const
  const choice = { ...other, wrapping: 'printable-only' } as const
  expect(parse(formatProductChoice(choice))).toEqual(choice)
  // By name too, as in a cart; what is unknown counts as not chosen.
  expect(parse('wand=Phoenix %26 Elm')).toEqual({ ...first, wand: 'Phoenix & Elm' })
  expect(parse('option=%00&wand=dragon&edition=../../etc&wrapping=')).toEqual(first)
  expect(formatProductChoice(first)).toBe('')
})
