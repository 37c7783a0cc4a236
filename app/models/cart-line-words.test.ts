import { expect, test } from 'vitest'
import { SEEDED_PRODUCTS } from '../../embedded/storefront/catalogue-seed.ts'
import { lineDetails, upgradeName } from './cart-line-words.ts'
import { lineAttributes } from './line-options.ts'
import { PREMIUM_WANDS } from './option-choice.ts'
import { isGiftVariant } from './product.ts'

const BOX = 'Wizard Box Only'
const CLASSIC = 'Complete Set (inc. Classic Wand)'
const PREMIUM = 'Complete Set (inc. Premium Wand)'
const VOL_2 = 'Vol. II: Magical You (Pre-Order)'

const VOL_1_WORDS = Object.fromEntries([
  ...['Ashborn', 'Sunfire', 'Ember'].flatMap((edition) => [
    [`${edition} - No Wand`, [BOX, `Edition: ${edition}`]],
    [`${edition} - Standard (Dragon and Elder)`, [CLASSIC, `Edition: ${edition}`]],
  ]),
  ...PREMIUM_WANDS.map((wand) => [wand, [PREMIUM, `Wand: ${wand}`]]),
])

const VOL_2_WORDS = Object.fromEntries([
  ['No Wand', [BOX]],
  ['Standard (Dragon and Elder)', [CLASSIC]],
  ...PREMIUM_WANDS.map((wand) => [wand, [PREMIUM, `Wand: ${wand}`]]),
  ['Gift Bundle - No Wand', [VOL_2, 'Gift bundle, Wizard Box only']],
  ['Gift Bundle - Classic Wand', [VOL_2, 'Gift bundle, Complete Set with the Classic Wand']],
  ['Gift Bundle - Premium Wand', [VOL_2, 'Gift bundle, Complete Set with a Premium Wand']],
  ['Upgrade - Add Classic Wand', [VOL_2]],
  ...PREMIUM_WANDS.flatMap((wand) =>
    ['No Wand', 'Classic'].map((from) => [
      `${wand} - Premium Upgrade from ${from}`,
      [VOL_2, `Wand: ${wand}`],
    ]),
  ),
])

/** The expected details of every variant, by product handle and variant title. */
const WORDS: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  'vol-i-phoenix-edition': VOL_1_WORDS,
  'vol-ii-magical-you-pre-order': VOL_2_WORDS,
  'vol-ii-magical-you-pre-order-1': VOL_2_WORDS,
  'magic-wand': Object.fromEntries(['Dragon & Elder', ...PREMIUM_WANDS].map((wand) => [wand, [wand]])),
  'magic-wand-collectors-set': Object.fromEntries(
    [3, 4, 5, 6].map((size) => [`${size} Wands`, [`${size} Wands`]]),
  ),
  'keyhole-tote': { Natural: ['Natural'], Midnight: ['Midnight'] },
  'magical-af-mug': { '11 oz': ['11 oz'] },
}

const CATALOGUE = SEEDED_PRODUCTS.flatMap(({ handle, title, variants }) =>
  variants.map((variant) => ({ handle, title, variantTitle: variant.title })),
)

test.each(CATALOGUE)('$handle, $variantTitle', ({ handle, title, variantTitle }) => {
  const isGift = isGiftVariant(title, variantTitle)
  expect(lineDetails({ handle, title, variantTitle, isGift, attributes: [] })).toEqual(
    WORDS[handle]?.[variantTitle],
  )
})

function wordsOf(
  title: string,
  variantTitle: string,
  chosen: Omit<Parameters<typeof lineAttributes>[0], 'variantId' | 'quantity'>,
) {
  const attributes = lineAttributes({ variantId: '1', quantity: 1, ...chosen })
  return lineDetails({
    handle: null,
    title,
    variantTitle,
    attributes,
    isGift: isGiftVariant(title, variantTitle),
  })
}

test('an edition is named once, also with a premium wand', () => {
  const vol1 = 'Vol. I: The Phoenix Edition'
  expect(wordsOf(vol1, 'Ashborn - Standard (Dragon and Elder)', { edition: 'Ashborn' })).toEqual([
    CLASSIC,
    'Edition: Ashborn',
  ])
  expect(wordsOf(vol1, 'Phoenix & Elm', { edition: 'Ember' })).toEqual([
    PREMIUM,
    'Wand: Phoenix & Elm',
    'Edition: Ember',
  ])
})

test('options of the line follow the variant', () => {
  expect(wordsOf(VOL_2, 'No Wand', { wrapping: 'gift-edition' })).toEqual([
    BOX,
    'Gift Edition Envelope, free',
  ])
  expect(wordsOf(VOL_2, 'Gift Bundle - Premium Wand', { wands: ['Dragon & Yew'] })).toEqual([
    VOL_2,
    'Gift bundle, Complete Set with a Premium Wand',
    'Wand: Dragon & Yew',
  ])
  expect(
    wordsOf("Magic Wand Collector's Set", '3 Wands', {
      wands: ['Dragon & Elder', 'Dragon & Oak', 'Dragon & Yew'],
    }),
  ).toEqual(['3 Wands', 'Wands: Dragon & Elder, Dragon & Oak, Dragon & Yew'])
})

test('an unknown variant title is shown unchanged, an empty one not at all', () => {
  expect(wordsOf(VOL_2, 'Deluxe', {})).toEqual(['Deluxe'])
  expect(wordsOf('Sticker', '', {})).toEqual([])
})

test('an upgrade of a gift has a name of its own', () => {
  expect(upgradeName('Upgrade - Add Classic Wand')).toBe('Gift upgrade, Classic Wand')
  expect(upgradeName('Dragon & Yew - Premium Upgrade from Classic')).toBe('Gift upgrade, Premium Wand')
  expect(upgradeName('Standard (Dragon and Elder)')).toBeNull()
})
