import { expect, test } from 'vitest'
import { findShortages } from './cart.ts'
import { choiceRefused } from './choice-messages.ts'
import { discountText, readDiscountCode } from './discount.ts'
import { addFailed, addRefused, itemsText, longInfo, stockShort, TOAST_MS } from './messages.ts'

test('a refusal to add a line says why', () => {
  expect(addRefused('missing-price', 'us')).toEqual({
    kind: 'error',
    title: 'Cannot add to cart',
    text: 'Item is missing price information. Please try again.',
  })
  expect(addFailed()).toMatchObject({ title: 'Cannot add to cart', text: 'An error occurred' })
  expect(choiceRefused('bundle-not-found', 4).title).toBe('Bundle not found')
})

test.each([
  ['refused', 'X does not apply to this cart.'],
  ['unchecked', 'We cannot check X just now.'],
] as const)('a discount that is %s says so', (state, text) => {
  expect(discountText({ code: 'X', state })).toBe(text)
})

test.each([
  [' OWL10\r\n', 'OWL10'],
  ['“owl\u200b 10”.', 'owl10'],
  ['ＯＷＬ１０', 'OWL10'],
  [' \u200b ', ''],
])('%j is the discount code %s', (typed, code) => {
  expect(readDiscountCode(typed)).toBe(code)
})

test('counts have singular and plural, and messages are shown for three seconds, long ones for seven', () => {
  expect([TOAST_MS, longInfo('You are offline').durationMs]).toEqual([3000, 7000])
  expect([itemsText(0), itemsText(1), itemsText(2)]).toEqual(['0 items', '1 item', '2 items'])
})

test('items of which too few are left are named with what is left, five at most', () => {
  const line = (variantId: string, quantity: number) => ({ variantId, quantity })
  const asked = [line('a', 2), line('a', 3), line('b', 1), line('c', 4), line('d', 1)]
  const short = findShortages(asked, [line('a', 1), line('c', 2), line('d', 1)])
  expect(short.map(({ variantId, left }) => [variantId, left])).toEqual([
    ['a', 1],
    ['b', 0],
    ['c', 2],
  ])
  const all = [...short, ...short, ...short].map(({ variantId: name, left }) => ({ name, left }))
  const { title, text } = stockShort(all)
  expect(title).toBe('There is less left than your cart holds.')
  for (const sentence of [
    'Only 1 of a is left. Please change the number to check out.',
    'b has sold out. Please remove it to check out.',
    'Only 2 of c are left.',
    'The same goes for 4 more.',
  ])
    expect(text).toContain(sentence)
})
