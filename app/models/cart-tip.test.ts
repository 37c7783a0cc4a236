import { expect, test } from 'vitest'
import { emptyCart } from './cart.ts'
import { cartTip, handleOfTip } from './cart-tip.ts'
import { buildCartView } from './cart-view.ts'
import type { CartLineView } from './cart-view-types.ts'
import { freeShippingProgress } from './free-shipping.ts'
import { moneyOf, sumMoney } from './money.ts'
import { HANDLES, type Product } from './product.ts'

const VOL2 = HANDLES.vol2.us

function lineOf(handle: string, title: string, variantTitle: string, price: number): CartLineView {
  const unitPrice = moneyOf(price, 'USD')
  const line = { handle, title, variantTitle, unitPrice, linePrice: unitPrice, quantity: 1 }
  return { ...line, key: variantTitle, image: null } as unknown as CartLineView
}
const wand = (style: string) => lineOf('magic-wand', 'Magic Wand', style, 35)
const box = (variantTitle: string, price: number) =>
  lineOf(VOL2, 'Vol. II: Magical You (Pre-Order)', variantTitle, price)

function viewOf(...lines: CartLineView[]) {
  const total = sumMoney(
    lines.flatMap(({ linePrice }) => linePrice ?? []),
    'USD',
  )
  const freeShipping = { ...freeShippingProgress(total, 'us'), giftOnly: false }
  return { ...buildCartView(emptyCart('us'), new Map(), null), lines, total, freeShipping }
}

/** A product with variants that cost this. */
function productOf(handle: string, title: string, prices: Readonly<Record<string, number>>): Product {
  const variants = Object.entries(prices).map(([name, price], at) => ({
    id: `gid://shopify/ProductVariant/${at}`,
    title: name,
    availableForSale: price > 0,
    price: moneyOf(price, 'USD'),
    selectedOptions: [],
  }))
  return { handle, title, tags: [], variants } as unknown as Product
}

const VOL_II = productOf(VOL2, 'Vol. II: Magical You (Pre-Order)', {
  'No Wand': 59,
  'Standard (Dragon and Elder)': 88,
  'Dragon & Oak': 98,
})

test('a set that is a step from free shipping tells the premium one; a box, or two sets, have none', () => {
  const set = viewOf(box('Standard (Dragon and Elder)', 88))
  expect(handleOfTip(set)).toBe(VOL2)
  expect(cartTip(set, VOL_II)).toEqual({
    kind: 'premium-set',
    more: moneyOf(10, 'USD'),
    href: `/us/product/${VOL2}?option=premium-wand`,
  })
  expect(cartTip(set, productOf(VOL2, VOL_II.title, { 'Dragon & Oak': 90 })), 'over means over').toBeNull()
  expect(handleOfTip(viewOf(box('No Wand', 59)))).toBeNull()
  expect(handleOfTip(viewOf(box('Standard (Dragon and Elder)', 88), wand('Dragon & Oak')))).toBeNull()
})

test('from three single wands on, the bundle of them is told with its saving', () => {
  const four = viewOf(...['Dragon & Elder', 'Dragon & Oak', 'Dragon & Yew', 'Phoenix & Elm'].map(wand))
  const setAt = (price: number) => productOf(HANDLES.bundle, "Collector's Set", { '4 Wands': price })
  expect(handleOfTip(four)).toBe(HANDLES.bundle)
  expect(cartTip(four, setAt(119))).toEqual({
    kind: 'bundle',
    size: 4,
    saving: moneyOf(21, 'USD'),
    href: `/us/product/${HANDLES.bundle}?size=4&wands=dragon-elder&wands=dragon-oak&wands=dragon-yew&wands=phoenix-elm`,
  })
  expect(cartTip(four, setAt(140)), 'nothing saved').toBeNull()
  expect(cartTip(four, setAt(0)), 'sold out').toBeNull()
  expect(handleOfTip(viewOf(wand('Dragon & Elder'), wand('Dragon & Oak')))).toBeNull()
})
