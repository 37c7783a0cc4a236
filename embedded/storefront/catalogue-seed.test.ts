import { expect, test } from 'vitest'
import { type Facts, factsOf } from '../../app/models/facts.ts'
import { PICTURES, type Picture } from '../../app/models/pictures.ts'
import { SEEDED_PRODUCTS } from './catalogue-seed.ts'

const BY_BASE = new Map(Object.values<Picture>(PICTURES).map((picture) => [picture.base, picture.alt]))
const IMAGES = SEEDED_PRODUCTS.flatMap(({ images, variants }) => [
  ...images,
  ...variants.flatMap(({ image }) => image ?? []),
])

test('every image of the catalogue is one of the shop’s, with the same alternative text', () => {
  const others = IMAGES.filter(({ url, altText }) => BY_BASE.get(url.replace(/-\d+\.jpg$/, '')) !== altText)
  expect(others.map(({ url }) => url)).toEqual([])
})

const PRICES = {
  boxOnlyPrice: 'No Wand',
  classicSetPrice: 'Standard (Dragon and Elder)',
  premiumSetPrice: 'Phoenix & Elm',
  giftValueBox: 'Gift Bundle - No Wand',
  giftValueClassic: 'Gift Bundle - Classic Wand',
  giftValuePremium: 'Gift Bundle - Premium Wand',
  addClassicPrice: 'Upgrade - Add Classic Wand',
  premiumFromBoxPrice: 'Phoenix & Elm - Premium Upgrade from No Wand',
  premiumFromClassicPrice: 'Phoenix & Elm - Premium Upgrade from Classic',
  classicWandPrice: 'Dragon & Elder',
  premiumWandPrice: 'Phoenix & Elm',
  bundle3Price: '3 Wands',
  bundle4Price: '4 Wands',
  bundle5Price: '5 Wands',
  bundle6Price: '6 Wands',
} satisfies Partial<Record<keyof Facts, string>>

/** Handle of the product whose price a fact states. */
function productOf(fact: string): string {
  if (fact.startsWith('bundle')) return 'magic-wand-collectors-set'
  return fact.endsWith('WandPrice') ? 'magic-wand' : 'vol-ii-magical-you-pre-order'
}

test.each(Object.entries(PRICES))(
  'the fallback price %s, shown while the store is unreachable, is the catalogue’s price',
  (fact, title) => {
    const product = SEEDED_PRODUCTS.find(({ handle }) => handle === productOf(fact))
    const variant = product?.variants.find((one) => one.title === title)
    for (const market of ['us', 'uk'] as const) {
      const fallback = Number(factsOf(market)[fact as keyof Facts].slice(1)) * 100
      expect(fallback).toBe(variant?.cents[market === 'uk' ? 'GBP' : 'USD'])
    }
  },
)
