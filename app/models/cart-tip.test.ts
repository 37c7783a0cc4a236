import { expect, test } from 'vitest'
import { type CartLine, emptyCart } from './cart.ts'
import { cartTip, handleOfTip } from './cart-tip.ts'
import { buildCartView } from './cart-view.ts'
import { idOf, line, variants, vol2, wandBundle, wands } from './catalogue.fixture.ts'
import { moneyOf } from './money.ts'
import type { Product } from './product.ts'

const viewOf = (...lines: CartLine[]) => buildCartView({ ...emptyCart('us'), lines }, variants, null)
const wand = (style: string) => line(idOf(wands, style))
const box = (title: string) => line(idOf(vol2, title))
/** A product all of whose variants cost this; sold out without a price. */
const at = (product: Product, price: number): Product => ({
  ...product,
  variants: product.variants.map((one) => ({
    ...one,
    price: moneyOf(price, 'USD'),
    availableForSale: price > 0,
  })),
})

test('a set that is a step from free shipping tells the premium one; a box, or two sets, have none', () => {
  const set = viewOf(box('Standard (Dragon and Elder)'))
  expect(handleOfTip(set)).toBe(vol2.handle)
  expect(cartTip(set, vol2)).toEqual({
    kind: 'premium-set',
    more: moneyOf(10, 'USD'),
    href: `/us/product/${vol2.handle}?option=premium-wand`,
  })
  expect(cartTip(set, at(vol2, 90)), 'over means over').toBeNull()
  expect(handleOfTip(viewOf(box('No Wand')))).toBeNull()
  expect(handleOfTip(viewOf(box('Standard (Dragon and Elder)'), wand('Dragon & Oak')))).toBeNull()
})

test('from three single wands on, the bundle of them is told with its saving', () => {
  const four = viewOf(...['Dragon & Elder', 'Dragon & Oak', 'Dragon & Yew', 'Phoenix & Elm'].map(wand))
  expect(handleOfTip(four)).toBe(wandBundle.handle)
  expect(cartTip(four, wandBundle)).toEqual({
    kind: 'bundle',
    size: 4,
    saving: moneyOf(11, 'USD'),
    href: `/us/product/${wandBundle.handle}?size=4&wands=dragon-elder&wands=dragon-oak&wands=dragon-yew&wands=phoenix-elm`,
  })
  expect(cartTip(four, at(wandBundle, 166)), 'nothing saved').toBeNull()
  expect(cartTip(four, at(wandBundle, 0)), 'sold out').toBeNull()
  expect(handleOfTip(viewOf(wand('Dragon & Elder'), wand('Dragon & Oak')))).toBeNull()
})
