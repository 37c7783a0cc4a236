import { expect, test } from 'vitest'
import { linePicture } from './cart-line-picture.ts'

const OWN = { url: '/products/vol2-closed-1280.jpg', altText: null, width: 1280, height: 1280 }
const LINE = { handle: null, title: 'Vol. II: Magical You', isGift: false, image: OWN }
const BOX = { kind: 'box', volume: 'vol-2', edition: null }

test.each([
  ['No Wand', { ...BOX, wand: null }],
  ['Standard (Dragon and Elder)', { ...BOX, wand: 'Dragon & Elder' }],
  ['Dragon & Yew', { ...BOX, wand: 'Dragon & Yew' }],
  ['Upgrade - Add Classic Wand', { kind: 'wands', wands: ['Dragon & Elder'] }],
  ['Phoenix & Elm - Premium Upgrade from Classic', { kind: 'wands', wands: ['Phoenix & Elm'] }],
])('of Vol. II, %s', (variantTitle, picture) => {
  expect(linePicture({ ...LINE, variantTitle })).toEqual(picture)
})

test('of Vol. I, the edition of the line or of the variant', () => {
  const line = { ...LINE, title: 'Vol. I: The Phoenix Edition' }
  expect(linePicture({ ...line, variantTitle: 'Dragon & Oak', edition: 'Ember' })).toEqual({
    kind: 'box',
    volume: 'vol-1',
    edition: 'Ember',
    wand: 'Dragon & Oak',
  })
  expect(linePicture({ ...line, variantTitle: 'Sunfire - No Wand' })).toMatchObject({ edition: 'Sunfire' })
})

test('of wands, those that were bought', () => {
  const wands = ['Dragon & Elder', 'Dragon & Oak', 'Phoenix & Elm'] as const
  const set = { ...LINE, title: "Magic Wand Collector's Set", variantTitle: '3 Wands', wands }
  expect(linePicture(set)).toEqual({ kind: 'wands', wands })
  const single = { ...LINE, title: 'Magic Wand', variantTitle: 'Unicorn & Cherry' }
  expect(linePicture(single)).toEqual({ kind: 'wands', wands: ['Unicorn & Cherry'] })
})

test('of anything else, or with a picture of the owner’s, that of the store', () => {
  expect(linePicture({ ...LINE, title: 'Keyhole Tote', variantTitle: 'Natural' })).toEqual({ kind: 'image' })
  const photo = { ...OWN, url: 'https://cdn.shopify.com/s/files/box.jpg' }
  expect(linePicture({ ...LINE, variantTitle: 'No Wand', image: photo })).toEqual({ kind: 'image' })
  expect(linePicture({ ...LINE, variantTitle: 'Gift Bundle - No Wand', isGift: true })).toEqual({
    kind: 'gift',
  })
})
