import { expect, test } from 'vitest'
import { discountText, readDiscountCode } from './discount.ts'
import { fieldsToCheck } from './form-messages.ts'
import { itemsText, longInfo, stockShort, TOAST_MS } from './messages.ts'

test.each([
  ['used', 'X does not apply to this cart: it has been used already.'],
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
  expect([fieldsToCheck(1, true), fieldsToCheck(3, true), fieldsToCheck(4, false)]).toEqual([
    'Please check 1 field. What you wrote is still here.',
    'Please check 3 fields. What you wrote is still here.',
    'Please check 4 fields.',
  ])
})

test('items of which too few are left are named with what is left', () => {
  const line = (variantId: string, quantity: number) => ({ variantId, quantity })
  const asked = [line('a', 2), line('a', 3), line('b', 1), line('c', 4), line('d', 1)]
  const short = stockShort(asked, [line('a', 1), line('c', 2), line('d', 1)], (id) => id.toUpperCase())
  expect(short).toMatchObject({
    title: 'There is less left than your cart holds.',
    text: [
      'Only 1 of A is left. Please change the number to check out.',
      'B has sold out. Please remove it to check out.',
      'Only 2 of C are left. Please change the number to check out.',
    ].join(' '),
  })
  expect(stockShort(asked, asked, String)).toBeNull()
})
