import { expect, test } from 'vitest'
import { type CartLine, emptyCart } from './cart.ts'
import { tipOf } from './cart-tip.ts'
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
  const set = tipOf(viewOf(box('Standard (Dragon and Elder)')))
  expect(set?.handle).toBe(vol2.handle)
  expect(set?.tell(vol2)).toEqual({
    text: 'The set with a premium wand is $10 more, and then your order ships free.',
    label: 'Choose a premium wand',
    href: `/us/product/${vol2.handle}?option=premium-wand`,
  })
  expect(set?.tell(at(vol2, 90)), 'over means over').toBeNull()
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
