import { expect, test } from 'vitest'
import { usableCode } from '#supabase/functions/_shared/text/text.ts'
import { readDiscountCode } from './discount.ts'
import { stockShort } from './messages.ts'

test.each([
  [' OWL10\r\n', 'OWL10'],
  ['“owl\u200b 10”.', 'owl10'],
  ['ＯＷＬ１０', 'OWL10'],
  [' \u200b ', ''],
])('%j is the discount code %s', (typed, code) => {
  expect(readDiscountCode(typed)).toBe(code)
})

test('a discount code that is empty, or the word for none, is no code', () => {
  for (const none of [null, '', 'null', 'undefined']) expect(usableCode(none)).toBeNull()
  expect(usableCode(' GIFT-1 ')).toBe('GIFT-1')
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
