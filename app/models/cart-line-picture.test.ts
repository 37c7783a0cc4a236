import { expect, test } from 'vitest'
import { linePicture } from './cart-line-picture.ts'

const OWN = { url: '/products/vol2-closed-1280.jpg', altText: null, width: 1280, height: 1280 }
const PHOTO = { ...OWN, url: 'https://cdn.shopify.com/s/files/box.jpg' }
const VOL_1 = 'Vol. I: The Phoenix Edition'
const VOL_2 = 'Vol. II: Magical You'
const BOX = { kind: 'vol-2', box: 'box-vol2-closed' }
const wandsOf = (...wands: string[]) => ({ kind: 'wands', wands: wands.map((wand) => `wand-${wand}`) })

test.each<[string, string, object, Partial<Parameters<typeof linePicture>[0]>?]>([
  [VOL_2, 'No Wand', { ...BOX, wand: null }],
  [VOL_2, 'Standard (Dragon and Elder)', { ...BOX, wand: 'wand-dragon-elder' }],
  [VOL_2, 'Dragon & Yew', { ...BOX, wand: 'wand-dragon-yew' }],
  [VOL_2, 'Upgrade - Add Classic Wand', wandsOf('dragon-elder'), { kind: 'upgrade' }],
  [VOL_2, 'Phoenix & Elm - Premium Upgrade from Classic', wandsOf('phoenix-elm'), { kind: 'upgrade' }],
  [VOL_2, 'Gift Bundle - No Wand', { kind: 'gift' }, { kind: 'gift' }],
  // A picture of the owner's is never replaced.
  [VOL_2, 'No Wand', { kind: 'image' }, { image: PHOTO }],
  // The edition of the line, or of the variant.
  [
    VOL_1,
    'Dragon & Oak',
    { kind: 'vol-1', box: 'box-vol1-ember', wand: 'wand-dragon-oak' },
    { edition: 'Ember' },
  ],
  [VOL_1, 'Sunfire - No Wand', { kind: 'vol-1', box: 'box-vol1-sunfire', wand: null }],
  [
    "Magic Wand Collector's Set",
    '3 Wands',
    wandsOf('dragon-elder', 'dragon-oak', 'phoenix-elm'),
    { wands: ['Dragon & Elder', 'Dragon & Oak', 'Phoenix & Elm'] },
  ],
  ['Magic Wand', 'Unicorn & Cherry', wandsOf('unicorn-cherry')],
  ['Keyhole Tote', 'Natural', { kind: 'image' }],
])('%s, %s', (title, variantTitle, picture, more = {}) => {
  expect(linePicture({ handle: null, title, variantTitle, image: OWN, ...more })).toEqual(picture)
})
