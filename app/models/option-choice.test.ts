import { expect, test } from 'vitest'
import { classicSetSaving, optionPrice } from './box-offers.ts'
import { titleOf, vol1, vol2, wands } from './catalogue.fixture.ts'
import { moneyOf } from './money.ts'
import {
  type BoxChoice,
  chooseVariant,
  exactVariant,
  formatProductChoice,
  isWandDropdownTitle,
  type OptionChoice,
  parseEdition,
  parseProductChoice,
  parseWandStyle,
  singleWands,
  wandChoices,
} from './option-choice.ts'

const choose = (option: OptionChoice, rest: Partial<BoxChoice> = {}): BoxChoice => ({ option, ...rest })

test.each([
  [vol2, choose('box-only'), 'No Wand'],
  [vol2, choose('classic-wand'), 'Standard (Dragon and Elder)'],
  [vol2, choose('premium-wand', { wand: 'Phoenix & Elm' }), 'Phoenix & Elm'],
  [vol2, choose('premium-wand'), null],
  [vol1, choose('box-only', { edition: 'Ember' }), 'Ember - No Wand'],
  [vol1, choose('classic-wand', { edition: 'Sunfire' }), 'Sunfire - Standard (Dragon and Elder)'],
  [vol1, choose('classic-wand'), null],
  [vol1, choose('premium-wand', { wand: 'Dragon & Yew', edition: 'Ember' }), 'Dragon & Yew'],
])('a variant is found by title (case %#)', (product, choice, title) => {
  expect(titleOf(exactVariant(product, choice))).toBe(title)
})

test('gifts and upgrades are never chosen instead of a set, in any order of variants', () => {
  const backwards = { ...vol2, variants: [...vol2.variants].reverse() }
  const titles = [
    choose('box-only'),
    choose('classic-wand'),
    choose('premium-wand', { wand: 'Dragon & Oak' }),
  ]
  expect(titles.map((choice) => titleOf(exactVariant(backwards, choice)))).toEqual([
    'No Wand',
    'Standard (Dragon and Elder)',
    'Dragon & Oak',
  ])
  expect(singleWands(backwards).map((entry) => entry.variant.title)).toEqual(
    wandChoices(vol2, 'us').map((c) => c.wand),
  )
  expect(optionPrice(backwards, choose('premium-wand'), 'USD').amount).toBe('98.00')
})

test('a missing option does not fall back to another one', () => {
  const product = { ...vol2, variants: vol2.variants.filter((v) => v.title !== 'No Wand') }
  expect(chooseVariant(product, choose('box-only'), 'us')).toEqual({ ok: false, error: 'option-required' })
})

test('a premium set needs a wand, and Dragon & Elder is not a premium one', () => {
  expect(chooseVariant(vol2, choose('premium-wand'), 'us').ok).toBe(false)
  expect(chooseVariant(vol2, choose('premium-wand', { wand: 'Dragon & Elder' }), 'us').ok).toBe(false)
})

test('Vol. I in the UK needs an edition', () => {
  expect(chooseVariant(vol1, choose('classic-wand'), 'uk')).toEqual({ ok: false, error: 'edition-required' })
  expect(chooseVariant(vol1, choose('premium-wand', { wand: 'Dragon & Oak' }), 'uk').ok).toBe(false)
})

test.each([
  'No Wand',
  'Standard (Dragon and Elder)',
  'Dragon & Elder',
  'Dragon & Oak - Premium Upgrade from Classic',
  'Gift Bundle - Premium Wand',
  'Box Only',
  'Holiday Package',
  'Ember - Special',
])('the wand dropdown leaves out %s', (title) => {
  expect(isWandDropdownTitle(title)).toBe(false)
})

test('each store has its own order of premium wands', () => {
  expect(wandChoices(vol2, 'us').map((c) => c.wand)).toEqual([
    'Dragon & Oak',
    'Dragon & Yew',
    'Unicorn & Chestnut',
    'Unicorn & Cherry',
    'Phoenix & Elm',
  ])
  expect(wandChoices(vol2, 'uk').map((c) => c.wand)).toEqual([
    'Unicorn & Cherry',
    'Unicorn & Chestnut',
    'Dragon & Oak',
    'Dragon & Yew',
    'Phoenix & Elm',
  ])
})

test('the wand product offers all six', () => {
  expect(singleWands(wands).map((entry) => entry.variant.title)).toHaveLength(6)
  expect(singleWands(wands)[0]?.wand).toBe('Dragon & Elder')
})

test('option cards have live prices, or fallbacks', () => {
  const empty = { title: 'Vol. II', variants: [] }
  const withoutWands = { ...vol2, variants: vol2.variants.slice(0, 2) }
  const options: OptionChoice[] = ['box-only', 'classic-wand', 'premium-wand']
  const prices = (product: Parameters<typeof optionPrice>[0]) =>
    options.map((option) => optionPrice(product, choose(option), 'USD').amount)
  expect(prices(vol2)).toEqual(['59.00', '88.00', '98.00'])
  expect(prices(withoutWands)).toEqual(['59.00', '88.00', '95.00'])
  expect(prices(empty)).toEqual(['59.00', '85.00', '95.00'])
})

test('the classic set saves 5 at live prices, null if nothing is saved, and 5 without prices', () => {
  const dear = { ...vol2, variants: vol2.variants.map((v) => ({ ...v, price: moneyOf(93, 'USD') })) }
  const cheapWand = { variants: wands.variants.map((v) => ({ ...v, price: moneyOf(0, 'USD') })) }
  expect(classicSetSaving(vol2, wands, null, 'USD')?.amount).toBe('5.00')
  expect(classicSetSaving(dear, cheapWand, null, 'USD')).toBeNull()
  expect(classicSetSaving(vol2, null, null, 'USD')?.amount).toBe('5.00')
})

test('wands and editions are parsed from slugs and names', () => {
  expect(parseWandStyle('dragon-oak')).toBe('Dragon & Oak')
  expect(parseWandStyle('Phoenix & Elm')).toBe('Phoenix & Elm')
  expect(parseWandStyle('dragon')).toBeNull()
  expect(parseEdition('ember')).toBe('Ember')
})

test('a choice survives formatting and parsing', () => {
  const choice = {
    option: 'premium-wand',
    wand: 'Unicorn & Cherry',
    edition: 'Ashborn',
    wrapping: 'printable-only',
  } as const
  expect(parseProductChoice(new URLSearchParams(formatProductChoice(choice)))).toEqual(choice)
  expect(formatProductChoice(DEFAULT_CHOICE)).toBe('')
})

const DEFAULT_CHOICE = {
  option: 'classic-wand',
  wand: null,
  edition: null,
  wrapping: 'gift-edition',
} as const

test('invalid query values count as not chosen', () => {
  const junk = new URLSearchParams('option=%00&wand=../../etc&edition=gold&wrapping=')
  expect(parseProductChoice(junk)).toEqual(DEFAULT_CHOICE)
})
