import { describe, expect, test } from 'vitest'
import {
  addLine,
  type Cart,
  type CartLine,
  emptyCart,
  lineKey,
  MAX_LINES,
  removeLine,
  replaceLine,
  updateLine,
} from './cart.ts'
import {
  afterOrder,
  checkoutRefusal,
  isCheckoutCurrent,
  isOrderCertain,
  setDiscountCode,
  setShippingCountry,
} from './cart-checkout.ts'
import {
  collectorsSet,
  idOf,
  line,
  notForCart,
  tote,
  untagged,
  variants,
  vol1,
  vol2,
  wands,
} from './catalogue.fixture.ts'

const oak = line(idOf(wands, 'Dragon & Oak'))
const natural = line(idOf(tote, 'Natural'))
const gift = line(idOf(vol2, 'Gift Bundle - No Wand'))
const otherGift = line(idOf(vol2, 'Gift Bundle - Classic Wand'))
const upgrade = line(idOf(vol2, 'Upgrade - Add Classic Wand'))

const us = emptyCart('us')
const holding = (...lines: CartLine[]): Cart => ({ ...us, lines })
const errorOf = (result: { ok: boolean; error?: string }) => (result.ok ? null : result.error)

function must<T>(result: { readonly ok: true; readonly value: T } | { readonly ok: false }): T {
  if (!result.ok) throw new Error('refused')
  return result.value
}

test('a new cart ships to the default country of its market', () => {
  expect([us.shippingCountry, emptyCart('uk').shippingCountry]).toEqual(['US', 'GB'])
})

test.each([
  ['missing-price', us, line(idOf(untagged, 'Default Title'))],
  ['missing-price', us, line('gid://shopify/ProductVariant/404')],
  ['not-cartable', us, line(idOf(notForCart, 'Default Title'))],
  ['not-cartable', us, gift],
  ['not-cartable', us, upgrade],
  ['wrong-market', us, line(idOf(vol1, 'Ember - No Wand'))],
  ['wrong-market', emptyCart('uk'), line(idOf(vol2, 'No Wand'))],
  ['pod-with-gift', holding(gift), natural],
])('adding in the shop is refused with %s (case %#)', (error, cart, added) => {
  expect(errorOf(addLine(cart, added, variants))).toBe(error)
})

test.each([
  ['gift-with-pod', holding(natural), gift],
  ['gift-twice', holding(gift), gift],
  ['gift-twice', holding(gift), otherGift],
])('redeeming is refused with %s (case %#)', (error, cart, added) => {
  expect(errorOf(addLine(cart, added, variants, 'redeem'))).toBe(error)
})

test('a gift and its upgrade may come from the other store’s Vol. II, by the redeem flow only', () => {
  for (const added of [gift, upgrade]) {
    expect(addLine(emptyCart('uk'), added, variants, 'redeem').ok).toBe(true)
    expect(errorOf(addLine(emptyCart('uk'), added, variants))).toBe('not-cartable')
  }
})

test('Vol. I is refused in the US store even if its tags name both markets', () => {
  const id = idOf(vol1, 'Ember - No Wand')
  const known = variants.get(id)
  const both = known && { ...known, productTags: [...known.productTags, 'market: us'] }
  const everywhere = new Map([...variants, ...(both ? [[id, both] as const] : [])])
  expect(errorOf(addLine(us, line(id), everywhere))).toBe('wrong-market')
  expect(addLine(emptyCart('uk'), line(id), everywhere).ok).toBe(true)
})

test('a sold-out variant is refused', () => {
  const variant = variants.get(oak.variantId)
  const soldOut = new Map(variant ? [[variant.id, { ...variant, availableForSale: false }]] : [])
  expect(errorOf(addLine(us, oak, soldOut))).toBe('sold-out')
})

test('the same variant and options are one line, other options another', () => {
  const box = line(idOf(vol2, 'No Wand'), { wrapping: 'gift-edition' })
  const once = must(addLine(us, box, variants)).cart
  const twice = must(addLine(once, box, variants)).cart
  const other = must(addLine(twice, { ...box, wrapping: 'printable-only' }, variants)).cart
  expect(other.lines.map((l) => l.quantity)).toEqual([2, 1])
})

test.each([
  [{}, '7'],
  [{ edition: 'Ashborn' }, '7-e0'],
  [{ edition: 'Ember', wrapping: 'printable-only' }, '7-e2g1'],
  [{ wrapping: 'gift-edition', wands: ['Dragon & Yew', 'Dragon & Oak'] }, '7-g0w12'],
  [{ wands: [] }, '7'],
] as const)('with %j the key of a line is %s', (options, key) => {
  expect(lineKey(line('gid://shopify/ProductVariant/7', options))).toBe(key)
})

test('changing one line leaves the others unchanged', () => {
  const box = line(idOf(vol2, 'No Wand'), { quantity: 3, wrapping: 'gift-edition' })
  const cart = { ...holding(box, oak, natural), discountCode: 'OWL10' }
  const added = must(addLine(cart, { ...oak, quantity: 2 }, variants))
  expect(added).toEqual({ cart: { ...cart, lines: [box, { ...oak, quantity: 3 }, natural] }, notice: null })
  const updated = must(updateLine(added.cart, lineKey(box), 1, variants))
  expect(updated.cart.lines).toEqual([{ ...box, quantity: 1 }, { ...oak, quantity: 3 }, natural])
  expect(must(updateLine(cart, lineKey(oak), 20, variants))).toEqual({
    cart: { ...cart, lines: [box, { ...oak, quantity: 20 }, natural] },
    notice: null,
  })
  expect(must(removeLine(cart, lineKey(box), variants)).cart).toEqual({ ...cart, lines: [oak, natural] })
})

test('removing the last line removes the discount code of the gift', () => {
  const cart = { ...holding(gift), giftDiscountCode: 'GIFT-1' }
  expect(must(removeLine(cart, lineKey(gift), new Map())).cart).toEqual(us)
})

test('a line is replaced by the same options under a new id', () => {
  const yew = variants.get(idOf(wands, 'Dragon & Yew'))
  if (!yew) throw new Error('no variant')
  const wrapped = { ...oak, quantity: 3, wrapping: 'gift-edition' as const }
  expect(must(replaceLine(holding(wrapped, natural), wrapped, yew, variants)).cart.lines).toMatchObject([
    natural,
    { ...wrapped, variantId: yew.id, added: { variantTitle: 'Dragon & Yew' } },
  ])
})

test('wands of a bundle make one line in any order', () => {
  const bundle = idOf(collectorsSet, '3 Wands')
  const a = line(bundle, { wands: ['Dragon & Oak', 'Dragon & Yew', 'Phoenix & Elm'] })
  const b = line(bundle, { wands: ['Phoenix & Elm', 'Dragon & Oak', 'Dragon & Yew'] })
  expect(lineKey(a)).toBe(lineKey(b))
  expect(must(addLine(holding(a), b, variants)).cart.lines).toHaveLength(1)
})

test('a quantity beyond 20 is limited to 20, with a notice', () => {
  const full = must(addLine(holding({ ...oak, quantity: 18 }), { ...oak, quantity: 5 }, variants))
  expect([full.cart.lines[0]?.quantity, full.notice]).toEqual([20, 'quantity-limited'])
  expect(must(addLine(us, { ...oak, quantity: 20 }, variants)).notice).toBeNull()
})

test('a cart has at most 30 lines; existing ones can still be increased', () => {
  const lines = Array.from({ length: MAX_LINES - 1 }, (_, i) => line(`gid://shopify/ProductVariant/${i + 1}`))
  const full = holding(...lines, oak)
  expect(errorOf(addLine(full, line(idOf(wands, 'Dragon & Yew')), variants))).toBe('too-many-lines')
  expect(addLine(full, oak, variants).ok).toBe(true)
})

test('the quantity of a gift and its upgrade is always 1', () => {
  const withGift = must(addLine(us, { ...gift, quantity: 5 }, variants, 'redeem')).cart
  const both = must(addLine(withGift, upgrade, variants, 'redeem')).cart
  const again = must(addLine(both, upgrade, variants, 'redeem')).cart
  expect(again.lines.map((l) => l.quantity)).toEqual([1, 1])
  expect(errorOf(updateLine(both, lineKey(gift), 2, variants))).toBe('gift-quantity')
  expect(errorOf(updateLine(both, lineKey(upgrade), 2, variants))).toBe('gift-quantity')
  expect(updateLine(both, lineKey(gift), 1, variants).ok).toBe(true)
})

test('removing a gift removes its upgrade and its discount code', () => {
  const cart = { ...holding(gift, upgrade, oak), giftDiscountCode: 'GIFT-1', discountCode: 'OWL10' }
  const left = must(removeLine(cart, lineKey(gift), variants)).cart
  expect(left).toEqual({ ...holding(oak), discountCode: 'OWL10' })
})

test.each([0, -1])('a quantity of %d removes the line', (quantity) => {
  expect(must(updateLine(holding(oak), lineKey(oak), quantity, variants)).cart.lines).toEqual([])
})

test('updating an unknown line is refused', () => {
  expect(errorOf(updateLine(holding(oak), 'nothing', 1, variants))).toBe('no-line')
})

test('removing an unknown line is refused', () => {
  expect(errorOf(removeLine(us, 'x', variants))).toBe('no-line')
})

const checkout = {
  remoteCartId: 'c',
  url: 'u',
  lines: [{ ...oak, quantity: 2 }, natural],
  country: 'US',
  discountCode: 'OWL10',
  giftDiscountCode: null,
  openedAt: 0,
}

test('a checkout that is gone was certainly ordered only if it was opened less than nine days ago', () => {
  const day = 24 * 3_600_000
  expect([0, 8, 10].map((days) => isOrderCertain({ checkout }, days * day))).toEqual([true, true, false])
  expect(isOrderCertain({ checkout: null }, day)).toBe(false)
})

test('a checkout is opened again for the same lines in any order, country and codes only', () => {
  const cart = { ...us, lines: [natural, { ...oak, quantity: 2 }], discountCode: 'OWL10', checkout }
  expect(isCheckoutCurrent(cart, null)).toBe(true)
  expect(isCheckoutCurrent(cart, 'GIFT-1')).toBe(false)
  for (const changed of [
    { discountCode: null },
    { shippingCountry: 'CA' },
    { lines: [natural] },
    { lines: [natural, oak] },
    { checkout: null },
  ])
    expect(isCheckoutCurrent({ ...cart, ...changed }, null), JSON.stringify(changed)).toBe(false)
})

describe('after the order', () => {
  const opened = {
    ...holding({ ...oak, quantity: 2 }, natural),
    checkout,
    giftDiscountCode: 'g',
    discountCode: 'OWL10',
  }

  test('an unchanged cart is empty', () => {
    expect(afterOrder(opened, new Map()).cart).toEqual(us)
  })

  test('lines added later remain, and the difference of those increased', () => {
    const wrapped = { ...natural, wrapping: 'printable-only' as const }
    const changed = { ...opened, lines: [{ ...oak, quantity: 3 }, natural, wrapped] }
    expect(afterOrder(changed, new Map()).cart).toEqual({
      ...us,
      lines: [{ ...oak, quantity: 1 }, wrapped],
      giftDiscountCode: 'g',
    })
  })

  test('lines removed or reduced in the meantime were ordered nevertheless', () => {
    expect(afterOrder({ ...opened, lines: [oak] }, new Map()).cart).toEqual(us)
  })
})

test('the country must be one the store ships to; in the UK store it may be empty', () => {
  const uk = { ...emptyCart('uk'), lines: [oak] }
  expect(must(setShippingCountry(uk, ' fr '))).toEqual({ ...uk, shippingCountry: 'FR' })
  expect(must(setShippingCountry(uk, ''))).toEqual({ ...uk, shippingCountry: null })
  expect(errorOf(setShippingCountry(uk, 'US'))).toBe('bad-country')
  expect(must(setShippingCountry(us, ''))).toEqual(us)
})

test.each([
  [' OWL10\r\n', 'OWL10'],
  ['“owl\u200b 10”.', 'owl10'],
  ['ＯＷＬ１０', 'OWL10'],
  ['X'.repeat(64), 'X'.repeat(64)],
  [' \u200b ', null],
])('%j is the discount code %s', (typed, discountCode) => {
  expect(must(setDiscountCode(us, typed))).toEqual({ ...us, discountCode })
})

test('a discount code of more than 64 characters is refused', () => {
  expect(errorOf(setDiscountCode(us, 'X'.repeat(65)))).toBe('code-too-long')
})

test('checkout needs lines, and in the UK a country', () => {
  expect(checkoutRefusal(us)).toBe('empty')
  const uk = { ...emptyCart('uk'), lines: [oak] }
  expect(checkoutRefusal({ ...uk, shippingCountry: null })).toBe('no-country')
  expect([checkoutRefusal(uk), checkoutRefusal(holding(oak))]).toEqual([null, null])
})
