import { expect, test } from 'vitest'
import {
  addLine,
  afterOrder,
  type Cart,
  type CartLine,
  checkoutRefusal,
  emptyCart,
  lineKey,
  lineKind,
  orderKey,
  setShippingCountry,
  updateLine,
} from './cart.ts'
import type { LineKind } from './cart-fields.ts'
import { idOf, line, notForCart, tote, untagged, variants, vol1, vol2, wands } from './catalogue.fixture.ts'
import { withGiftCode } from './discount.ts'
import { addRefused, NOT_CARTABLE } from './messages.ts'
import { err } from './result.ts'

const kinded = (id: string, kind: LineKind) => line(id, { kind })
const oak = line(idOf(wands, 'Dragon & Oak'))
const yew = line(idOf(wands, 'Dragon & Yew'))
const natural = kinded(idOf(tote, 'Natural'), 'print-on-demand')
const gift = kinded(idOf(vol2, 'Gift Bundle - No Wand'), 'gift')
const otherGift = kinded(idOf(vol2, 'Gift Bundle - Classic Wand'), 'gift')
const upgrade = kinded(idOf(vol2, 'Upgrade - Add Classic Wand'), 'upgrade')
const us = emptyCart('us')
const uk = { ...emptyCart('uk'), lines: [oak] }
const holding = (...lines: CartLine[]): Cart => ({ ...us, lines })
const add = (cart: Cart, added: CartLine, via?: 'redeem', change: object = {}) => {
  const variant = variants.get(added.variantId)
  return addLine(cart, added, variant && { ...variant, ...change }, via)
}
const named = (lines: readonly CartLine[]) => lines.map(({ added: _, ...rest }) => rest)

function must<T>(result: { readonly ok: true; readonly value: T } | { readonly ok: false }): T {
  if (!result.ok) throw new Error('refused')
  return result.value
}

const POD =
  'POD products cannot be added when a gift item is in your cart. Please checkout your gift separately.'
const GIFT =
  'Gift items cannot be added when POD products are in your cart. Please checkout your POD items separately.'
const NO_PRICE = 'Item is missing price information. Please try again.'
const ember = line(idOf(vol1, 'Ember - No Wand'))
const bothMarkets = { productTags: [...vol1.tags, 'market: us'] }
const full = holding(...Array.from({ length: 30 }, (_, at) => line(`gid://shopify/ProductVariant/${at + 1}`)))

test.each([
  [NO_PRICE, us, line(idOf(untagged, 'Default Title'))],
  [NO_PRICE, us, line('gid://shopify/ProductVariant/404')],
  [NOT_CARTABLE, us, line(idOf(notForCart, 'Default Title'))],
  [NOT_CARTABLE, us, gift],
  [NOT_CARTABLE, uk, upgrade],
  ['This is not sold in the United States store.', us, ember],
  // Whatever its tags say.
  ['This is not sold in the United States store.', us, ember, undefined, bothMarkets],
  ['This is not sold in the United Kingdom store.', uk, line(idOf(vol2, 'No Wand'))],
  ['This has sold out.', us, oak, undefined, { availableForSale: false }],
  [POD, holding(gift), natural],
  [GIFT, holding(natural), gift, 'redeem'],
  ['You already have this gift in your cart.', holding(gift), gift, 'redeem'],
  ['You already have this gift in your cart.', holding(gift), otherGift, 'redeem'],
  ['A cart holds 30 different items. Please check out, then start another.', full, yew],
  [null, { ...full, lines: [...full.lines.slice(1), oak] }, oak],
  [null, uk, ember, undefined, bothMarkets],
  // A gift and its upgrade may come from the other store’s Vol. II.
  [null, uk, gift, 'redeem'],
  [null, uk, upgrade, 'redeem'],
] as const)('adding says: %s (case %#)', (words, cart, added, via?: 'redeem', change: object = {}) => {
  const result = add(cart, added, via, change)
  expect(result.ok ? null : addRefused(result.error, cart.market).text).toBe(words)
})

test('a line keeps what it is and what it was called', () => {
  const lines = [oak, natural, gift, upgrade].map(({ variantId }) => variants.get(variantId))
  expect(lines.map((variant) => variant && lineKind(variant))).toEqual([
    null,
    'print-on-demand',
    'gift',
    'upgrade',
  ])
  const { lines: added } = must(add(us, line(gift.variantId, { quantity: 5 }), 'redeem'))
  expect(added).toMatchObject([{ ...gift, quantity: 1, added: { variantTitle: 'Gift Bundle - No Wand' } }])
})

test.each([
  [{}, '7'],
  [{ edition: 'Ashborn' }, '7-e0'],
  [{ edition: 'Ember', wrapping: 'printable-only' }, '7-e2g1'],
  [{ wrapping: 'gift-edition', wands: ['Dragon & Yew', 'Dragon & Oak'] }, '7-g0w12'],
  [{ wrapping: 'gift-edition', wands: ['Dragon & Oak', 'Dragon & Yew'] }, '7-g0w12'],
  [{ wands: [] }, '7'],
] as const)('with %j the key of a line is %s', (options, key) => {
  expect(lineKey(line('gid://shopify/ProductVariant/7', options))).toBe(key)
})

test('the same choice adds to its line, another makes its own, and the other lines stay', () => {
  const box = line(idOf(vol2, 'No Wand'), { quantity: 3, wrapping: 'gift-edition' })
  const cart = { ...holding(box, oak), discountCode: 'OWL10' }
  const added = must(add(cart, { ...oak, quantity: 2 }))
  expect(added).toEqual({ ...cart, lines: [box, { ...oak, quantity: 3 }] })
  const other = must(add(cart, { ...box, quantity: 1, wrapping: 'printable-only' }))
  expect(named(other.lines)).toEqual([box, oak, { ...box, quantity: 1, wrapping: 'printable-only' }])
  expect(updateLine(cart, box, 1)).toEqual({ ...cart, lines: [{ ...box, quantity: 1 }, oak] })
  for (const none of [0, -1]) expect(updateLine(cart, box, none)).toEqual({ ...cart, lines: [oak] })
  const most = [must(add(cart, { ...oak, quantity: 20 })), updateLine(cart, oak, 21)]
  for (const { lines } of most) expect(lines[1]?.quantity).toBe(20)
})

test('a gift and its upgrade are single; without the gift its upgrade and its discount code go', () => {
  const both = { ...holding(gift, upgrade, oak), giftDiscountCode: 'GIFT-1', discountCode: 'OWL10' }
  expect(must(add(both, upgrade, 'redeem'))).toEqual(both)
  for (const single of [gift, upgrade])
    for (const quantity of [1, 2]) expect(updateLine(both, single, quantity)).toEqual(both)
  expect(updateLine(both, gift, 0)).toEqual({ ...holding(oak), discountCode: 'OWL10' })
})

const checkout = {
  remoteCartId: 'c',
  url: 'u',
  lines: [{ ...oak, quantity: 2 }, natural],
  shippingCountry: 'US',
  discountCode: 'OWL10',
  giftDiscountCode: null,
  openedAt: 0,
}

test('an order is the same with its lines in any order, and another with another country, code, line or number', () => {
  const cart = { ...us, lines: [natural, { ...oak, quantity: 2 }], discountCode: 'OWL10' }
  expect(orderKey(cart)).toBe(orderKey(checkout))
  for (const changed of [
    { discountCode: null },
    { giftDiscountCode: 'GIFT-1' },
    { shippingCountry: 'CA' },
    { lines: [natural] },
    { lines: [natural, oak] },
  ])
    expect(orderKey({ ...cart, ...changed }), JSON.stringify(changed)).not.toBe(orderKey(checkout))
})

const two = { ...oak, quantity: 2 }
const wrapped = { ...natural, wrapping: 'printable-only' as const }
const ofGift = { ...checkout, lines: [gift, oak], giftDiscountCode: 'g' }

test.each<[string, Partial<Cart>, Partial<Cart>, boolean?]>([
  ['an unchanged cart is empty', { lines: [two, natural] }, {}],
  ['what was reduced was ordered nevertheless', { lines: [oak] }, {}],
  [
    'what was added or increased later stays',
    { lines: [{ ...oak, quantity: 3 }, natural, wrapped, gift], giftDiscountCode: 'g' },
    { lines: [oak, wrapped, gift], giftDiscountCode: 'g' },
  ],
  [
    'a gift of the order goes',
    { checkout: ofGift, lines: [gift, two], giftDiscountCode: 'g' },
    { lines: [oak] },
    true,
  ],
  [
    'also with another wand',
    { checkout: ofGift, lines: [otherGift, upgrade, oak], giftDiscountCode: 'g' },
    {},
    true,
  ],
  [
    'another gift stays',
    { checkout: ofGift, lines: [gift, oak], giftDiscountCode: 'later' },
    { lines: [gift], giftDiscountCode: 'later' },
  ],
])('after the order %s', (_, cart, left, isGiftOrdered = false) => {
  const opened = { ...us, checkout, discountCode: 'OWL10', unavailable: ['x'] }
  expect(afterOrder({ ...opened, ...cart })).toEqual({ cart: { ...us, ...left }, isGiftOrdered })
})

test('the country is one that the store ships to; in the UK none may be chosen, which opens no checkout', () => {
  expect([us.shippingCountry, uk.shippingCountry]).toEqual(['US', 'GB'])
  expect(must(setShippingCountry({ ...uk, unavailable: ['x'] }, ' fr '))).toEqual({
    ...uk,
    shippingCountry: 'FR',
  })
  expect(must(setShippingCountry(uk, ''))).toEqual({ ...uk, shippingCountry: null })
  expect(setShippingCountry(uk, 'US')).toEqual(err('bad-country'))
  expect(must(setShippingCountry(us, ''))).toEqual(us)
  const refusals = [us, { ...uk, shippingCountry: null }, uk, holding(oak)].map(checkoutRefusal)
  expect(refusals).toEqual(['empty', 'no-country', null, null])
})

test.each([
  ['OWL10', 'OWL10'],
  ['gift-7k2m', null],
  [null, null],
])('a gift with the code GIFT-7K2M leaves of the visitor’s own code %s: %s', (typed, left) => {
  const cart = withGiftCode({ ...holding(gift), discountCode: typed }, 'GIFT-7K2M')
  expect(cart).toMatchObject({ discountCode: left, giftDiscountCode: 'GIFT-7K2M' })
})
