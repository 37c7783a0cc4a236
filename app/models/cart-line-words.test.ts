import { expect, test } from 'vitest'
import { lineKind } from './cart.ts'
import { lineDetails, upgradeName } from './cart-line-words.ts'

const BOX = 'Wizard Box Only'
const CLASSIC = 'Complete Set (inc. Classic Wand)'
const PREMIUM = 'Complete Set (inc. Premium Wand)'
const VOL_2 = 'Vol. II: Magical You (Pre-Order)'

const VOL_1 = 'Vol. I: The Phoenix Edition'
const SET = "Magic Wand Collector's Set"

type Chosen = Pick<Parameters<typeof lineDetails>[0], 'edition' | 'wands' | 'wrapping'>

function wordsOf(title: string, variantTitle: string, chosen: Chosen) {
  const kind = lineKind({ productTitle: title, title: variantTitle, productTags: [] })
  return lineDetails({ handle: null, title, variantTitle, ...(kind && { kind }), ...chosen })
}

test.each([
  [VOL_1, 'Ashborn - No Wand', [BOX, 'Edition: Ashborn']],
  [VOL_1, 'Ember - Standard (Dragon and Elder)', [CLASSIC, 'Edition: Ember']],
  [VOL_1, 'Phoenix & Elm', [PREMIUM, 'Wand: Phoenix & Elm']],
  [VOL_2, 'Standard (Dragon and Elder)', [CLASSIC]],
  [VOL_2, 'Gift Bundle - No Wand', [VOL_2, 'Gift bundle, Wizard Box only']],
  [VOL_2, 'Gift Bundle - Premium Wand', [VOL_2, 'Gift bundle, Complete Set with a Premium Wand']],
  [VOL_2, 'Upgrade - Add Classic Wand', [VOL_2]],
  [VOL_2, 'Dragon & Yew - Premium Upgrade from No Wand', [VOL_2, 'Wand: Dragon & Yew']],
  ['Magic Wand', 'Dragon & Elder', ['Dragon & Elder']],
  // An unknown title is shown unchanged, an empty one not at all.
  [VOL_2, 'Deluxe', ['Deluxe']],
  ['Sticker', '', []],
])('%s, %s', (title, variantTitle, words) => {
  expect(wordsOf(title, variantTitle, {})).toEqual(words)
})

test('an edition is named once, also with a premium wand', () => {
  expect(wordsOf(VOL_1, 'Ashborn - Standard (Dragon and Elder)', { edition: 'Ashborn' })).toEqual([
    CLASSIC,
    'Edition: Ashborn',
  ])
  expect(wordsOf(VOL_1, 'Phoenix & Elm', { edition: 'Ember' })).toEqual([
    PREMIUM,
    'Wand: Phoenix & Elm',
    'Edition: Ember',
  ])
})

test('options of the line follow the variant', () => {
  expect(wordsOf(VOL_2, 'Gift Bundle - Premium Wand', { wands: ['Dragon & Yew'] })).toEqual([
    VOL_2,
    'Gift bundle, Complete Set with a Premium Wand',
    'Wand: Dragon & Yew',
  ])
  expect(
    wordsOf(SET, '3 Wands', {
      wands: ['Dragon & Elder', 'Dragon & Oak', 'Dragon & Yew'],
    }),
  ).toEqual(['3 Wands', 'Wands: Dragon & Elder, Dragon & Oak, Dragon & Yew'])
})

test('an upgrade of a gift has a name of its own', () => {
  expect(upgradeName('Upgrade - Add Classic Wand')).toBe('Gift upgrade, Classic Wand')
  expect(upgradeName('Dragon & Yew - Premium Upgrade from Classic')).toBe('Gift upgrade, Premium Wand')
  expect(upgradeName('Standard (Dragon and Elder)')).toBeNull()
})
