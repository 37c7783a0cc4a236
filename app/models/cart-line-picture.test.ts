import { expect, test } from 'vitest'
import { linePicture } from './cart-line-picture.ts'

const OWN = { url: '/products/vol2-closed-1280.jpg', altText: null, width: 1280, height: 1280 }
const LINE = { handle: null, title: 'Vol. II: Magical You', image: OWN }
const BOX = { kind: 'vol-2', box: 'box-vol2-closed' }

test.each([
  ['No Wand', { ...BOX, wand: null }],
  ['Standard (Dragon and Elder)', { ...BOX, wand: 'wand-dragon-elder' }],
  ['Dragon & Yew', { ...BOX, wand: 'wand-dragon-yew' }],
  ['Upgrade - Add Classic Wand', { kind: 'wands', wands: ['wand-dragon-elder'] }],
  ['Phoenix & Elm - Premium Upgrade from Classic', { kind: 'wands', wands: ['wand-phoenix-elm'] }],
])('of Vol. II, %s', (variantTitle, picture) => {
  const kind = variantTitle.includes('Upgrade') ? ({ kind: 'upgrade' } as const) : {}
  expect(linePicture({ ...LINE, variantTitle, ...kind })).toEqual(picture)
})

test('of Vol. I, the edition of the line or of the variant', () => {
  const line = { ...LINE, title: 'Vol. I: The Phoenix Edition' }
  expect(linePicture({ ...line, variantTitle: 'Dragon & Oak', edition: 'Ember' })).toEqual({
    kind: 'vol-1',
    box: 'box-vol1-ember',
    wand: 'wand-dragon-oak',
  })
  expect(linePicture({ ...line, variantTitle: 'Sunfire - No Wand' })).toMatchObject({
    box: 'box-vol1-sunfire',
  })
})

test('of wands, those that were bought', () => {
  const wands = ['Dragon & Elder', 'Dragon & Oak', 'Phoenix & Elm'] as const
  const set = { ...LINE, title: "Magic Wand Collector's Set", variantTitle: '3 Wands', wands }
  expect(linePicture(set)).toEqual({
    kind: 'wands',
    wands: ['wand-dragon-elder', 'wand-dragon-oak', 'wand-phoenix-elm'],
  })
  const single = { ...LINE, title: 'Magic Wand', variantTitle: 'Unicorn & Cherry' }
  expect(linePicture(single)).toEqual({ kind: 'wands', wands: ['wand-unicorn-cherry'] })
})

test('of anything else, or with a picture of the owner’s, that of the store', () => {
  expect(linePicture({ ...LINE, title: 'Keyhole Tote', variantTitle: 'Natural' })).toEqual({ kind: 'image' })
  const photo = { ...OWN, url: 'https://cdn.shopify.com/s/files/box.jpg' }
  expect(linePicture({ ...LINE, variantTitle: 'No Wand', image: photo })).toEqual({ kind: 'image' })
  expect(linePicture({ ...LINE, variantTitle: 'Gift Bundle - No Wand', kind: 'gift' })).toEqual({
    kind: 'gift',
  })
})
