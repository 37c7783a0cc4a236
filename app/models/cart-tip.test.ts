import { expect, test } from 'vitest'
import { type CartLine, emptyCart, toCartVariant } from './cart.ts'
import { tipOf } from './cart-tip.ts'
import { buildCartView } from './cart-view.ts'
import { idOf, line, variants, vol2, wandBundle, wands } from './catalogue.fixture.ts'
import { MARKETS } from './market.ts'
import { moneyOf } from './money.ts'
import { isClassicTitle } from './option-choice.ts'
import type { Product } from './product.ts'

/** A product whose variants cost what `priceOf` says of their titles; sold out without a price. */
const priced = (product: Product, priceOf: (title: string) => number): Product => ({
  ...product,
  variants: product.variants.map((one) => ({
    ...one,
    price: moneyOf(priceOf(one.title), 'USD'),
    availableForSale: priceOf(one.title) > 0,
  })),
})
const at = (product: Product, price: number) => priced(product, () => price)

const OVER = MARKETS.us.freeShippingOver
/** Vol. II in a store where only the premium set is over the threshold of free shipping. */
const volume = priced(vol2, (title) => (isClassicTitle(title) ? OVER - 2 : OVER + 8))
const sold = new Map([
  ...variants,
  ...volume.variants.map((variant) => [variant.id, toCartVariant(volume, variant)] as const),
])
const viewOf = (...lines: CartLine[]) => buildCartView({ ...emptyCart('us'), lines }, sold, null)
const wand = (style: string) => line(idOf(wands, style))
const box = (title: string) => line(idOf(volume, title))

test('a set that is a step from free shipping tells the premium one; a box, or two sets, have none', () => {
  const set = tipOf(viewOf(box('Standard (Dragon and Elder)')))
  expect(set?.handle).toBe(volume.handle)
  expect(set?.tell(volume)).toEqual({
    text: 'The set with a premium wand is $10 more, and then your order ships free.',
    label: 'Choose a premium wand',
    href: `/us/product/${volume.handle}?option=premium-wand`,
  })
  expect(set?.tell(at(volume, OVER)), 'over means over').toBeNull()
  expect(tipOf(viewOf(box('No Wand')))).toBeNull()
  expect(tipOf(viewOf(box('Standard (Dragon and Elder)'), wand('Dragon & Oak')))).toBeNull()
})

test('from three single wands on, the bundle of them is told with its saving', () => {
  const four = tipOf(viewOf(...['Dragon & Elder', 'Dragon & Oak', 'Dragon & Yew', 'Phoenix & Elm'].map(wand)))
  expect(four?.handle).toBe(wandBundle.handle)
  expect(four?.tell(wandBundle)).toEqual({
    text: 'As a bundle, these four wands cost $11 less.',
    label: 'See the bundle',
    href: `/us/product/${wandBundle.handle}?size=4&wands=dragon-elder&wands=dragon-oak&wands=dragon-yew&wands=phoenix-elm`,
  })
  expect(four?.tell(at(wandBundle, 166)), 'nothing saved').toBeNull()
  expect(four?.tell(at(wandBundle, 0)), 'sold out').toBeNull()
  expect(tipOf(viewOf(wand('Dragon & Elder'), wand('Dragon & Oak')))).toBeNull()
})
