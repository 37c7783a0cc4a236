import { expect, test } from 'vitest'
import { lineKind } from './cart.ts'
import { checkoutAttributes, lineWords, wrappingOfAttributes } from './cart-line-words.ts'
import { line } from './catalogue.fixture.ts'

const BOX = 'Wizard Box Only'
const CLASSIC = 'Complete Set (inc. Classic Wand)'
const PREMIUM = 'Complete Set (inc. Premium Wand)'
const VOL_1 = 'Vol. I: The Phoenix Edition'
const VOL_2 = 'Vol. II: Magical You (Pre-Order)'

type Chosen = Pick<Parameters<typeof lineWords>[0], 'edition' | 'wands' | 'wrapping'>

test.each<[title: string, variantTitle: string, details: string[], Chosen?, heading?: string]>([
  [VOL_1, 'Ashborn - No Wand', [BOX, 'Edition: Ashborn']],
  [VOL_1, 'Ember - Standard (Dragon and Elder)', [CLASSIC, 'Edition: Ember']],
  [VOL_1, 'Ashborn - Standard (Dragon and Elder)', [CLASSIC, 'Edition: Ashborn'], { edition: 'Ashborn' }],
  [VOL_1, 'Phoenix & Elm', [PREMIUM, 'Wand: Phoenix & Elm', 'Edition: Ember'], { edition: 'Ember' }],
  [VOL_2, 'Standard (Dragon and Elder)', [CLASSIC]],
  [VOL_2, 'Gift Bundle - No Wand', [VOL_2, 'Gift bundle, Wizard Box only'], {}, 'Your gift'],
  [
    VOL_2,
    'Gift Bundle - Premium Wand',
    [VOL_2, 'Gift bundle, Complete Set with a Premium Wand', 'Wand: Dragon & Yew'],
    { wands: ['Dragon & Yew'] },
    'Your gift',
  ],
  [VOL_2, 'Upgrade - Add Classic Wand', [VOL_2], {}, 'Gift upgrade, Classic Wand'],
  [
    VOL_2,
    'Dragon & Yew - Premium Upgrade from No Wand',
    [VOL_2, 'Wand: Dragon & Yew'],
    {},
    'Gift upgrade, Premium Wand',
  ],
  ['Magic Wand', 'Dragon & Elder', ['Dragon & Elder']],
  [
    "Magic Wand Collector's Set",
    '3 Wands',
    ['3 Wands', 'Wands: Dragon & Elder, Dragon & Oak, Dragon & Yew'],
    { wands: ['Dragon & Elder', 'Dragon & Oak', 'Dragon & Yew'] },
  ],
  // An unknown title is shown unchanged, an empty one not at all.
  [VOL_2, 'Deluxe', ['Deluxe']],
  ['Sticker', '', []],
])('%s, %s', (title, variantTitle, details, chosen = {}, heading = title) => {
  const kind = lineKind({ productTitle: title, title: variantTitle, productTags: [] })
  const words = lineWords({ handle: null, title, variantTitle, ...(kind && { kind }), ...chosen })
  expect(words).toMatchObject({ heading, details })
})

test('options are attributes of the checkout, and the wrapping is read from those of an order', () => {
  const wands = ['Dragon & Oak', 'Dragon & Yew', 'Phoenix & Elm'] as const
  const bundle = line('x', { wands, edition: 'Ember', wrapping: 'printable-only' })
  expect(checkoutAttributes(bundle).map(({ key, value }) => `${key}: ${value}`)).toEqual([
    'Edition: Ember',
    'Gift wrapping: Printable letter',
    'Wands: Dragon & Oak, Dragon & Yew, Phoenix & Elm',
  ])
  for (const wrapping of ['gift-edition', 'printable-only', 'no-wrapping'] as const)
    expect(wrappingOfAttributes(checkoutAttributes(line('x', { wrapping })))).toBe(wrapping)
  expect(wrappingOfAttributes([])).toBeNull()
  expect(checkoutAttributes(line('x', { wrapping: 'no-wrapping' }))).toContainEqual({
    key: 'Box',
    value: 'Ships with this order, to its address',
  })
})
