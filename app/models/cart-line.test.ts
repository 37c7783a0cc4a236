import { expect, test } from 'vitest'
import { type CartLine, lineKind } from './cart.ts'
import { lineView } from './cart-line.ts'
import { checkoutAttributes, wrappingOfAttributes } from './cart-line-words.ts'
import { line, tote, vol1, vol2, wandBundle } from './catalogue.fixture.ts'
import type { Product } from './product.ts'

const OWN = '/products/vol2-closed-1280.jpg'

/** A line as it was added. */
function viewOf(product: Product, title: string, chosen: Partial<CartLine> = {}, picture = OWN) {
  const kind = lineKind({ productTitle: product.title, title, productTags: [] })
  const added = { handle: product.handle, title: product.title, variantTitle: title, picture }
  return lineView(line('1', { ...(kind && { kind }), added, ...chosen }), null, 'us')
}

const BOX = 'Wizard Box Only'
const CLASSIC = 'Complete Set (inc. Classic Wand)'
const PREMIUM = 'Complete Set (inc. Premium Wand)'
const three: CartLine['wands'] = ['Dragon & Elder', 'Dragon & Oak', 'Phoenix & Elm']

test.each<[Product, string, string, string, Partial<CartLine>?]>([
  [vol1, 'Ashborn - No Wand', `${BOX}; Edition: Ashborn`, 'vol-1 box-vol1-ashborn'],
  [
    vol1,
    'Phoenix & Elm',
    `${PREMIUM}; Wand: Phoenix & Elm; Edition: Sunfire`,
    'vol-1 box-vol1-sunfire wand-phoenix-elm',
    { edition: 'Sunfire' },
  ],
  [vol2, 'Standard (Dragon and Elder)', CLASSIC, 'vol-2 box-vol2-closed wand-dragon-elder'],
  [vol2, 'Gift Bundle - No Wand', `${vol2.title}; Gift bundle, Wizard Box only`, 'gift gift-envelope'],
  [
    vol2,
    'Gift Bundle - Premium Wand',
    `${vol2.title}; Gift bundle, Complete Set with a Premium Wand; Wand: Dragon & Yew`,
    'gift gift-envelope',
    { wands: ['Dragon & Yew'] },
  ],
  [vol2, 'Upgrade - Add Classic Wand', vol2.title, 'wands wand-dragon-elder'],
  [
    wandBundle,
    '3 Wands',
    '3 Wands; Wands: Dragon & Elder, Dragon & Oak, Phoenix & Elm',
    'wands wand-dragon-elder wand-dragon-oak wand-phoenix-elm',
    { wands: three },
  ],
  // An unknown title is shown unchanged, an empty one not at all.
  [vol2, 'Deluxe', 'Deluxe', 'vol-2 box-vol2-closed'],
  [tote, '', '', 'image'],
])('the options and the picture of a line (case %#)', (product, title, details, picture, chosen) => {
  const view = viewOf(product, title, chosen)
  expect(view.details.join('; ')).toBe(details)
  expect(Object.values(view.picture).flat().filter(Boolean).join(' ')).toBe(picture)
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
