import fc from 'fast-check'
import { expect, test } from 'vitest'
import { emptyCart } from './cart.ts'
import { setDiscountCode } from './cart-checkout.ts'
import { readDiscountCode } from './discount-code.ts'

test.each([
  ['around it', ' OWL10 '],
  ['as a line of its own', '\r\n\tOWL10\n'],
  ['in quotes of a phone', '“OWL10”'],
  ['in quotes of another language', '«OWL10»'],
  ['in straight quotes', `'OWL10'`],
  ['in brackets', '(OWL10)'],
  ['as an address', '<OWL10>'],
  ['at the end of a sentence', 'OWL10.'],
  ['in bold', '*OWL10*'],
  ['as a quoted line', '> OWL10'],
  ['as an item of a list', '• OWL10'],
  ['between pictures', '🦉OWL10✨'],
  ['with a space that does not break', '\u00a0OWL10\u202f'],
  ['with invisible characters', '\ufeffOWL\u200b1\u00ad0\u2060'],
  ['with a direction', '\u202aOWL10\u202c'],
  ['broken over two lines', 'OWL\r\n 10'],
  ['with the space of word completion', 'OWL 10 '],
  ['in full width', 'ＯＷＬ１０'],
])('a pasted code %s is read as the code', (_, typed) => {
  expect(readDiscountCode(typed)).toBe('OWL10')
})

test.each([
  ['owl10', 'owl10'],
  ['SAVE–10', 'SAVE-10'],
  ['SAVE\u201110', 'SAVE-10'],
  ['10%OFF', '10%OFF'],
  ['A_B.C', 'A_B.C'],
  ['SİLVER', 'SILVER'],
  ['A\u200b\u0301', 'Á'],
  ['“ . ”', '“.”'],
  ['🦉', '🦉'],
  [' \u200b ', ''],
  ['', ''],
])('%s is read as %s', (typed, code) => {
  expect(readDiscountCode(typed)).toBe(code)
})

test('what was read once is read the same again, and fits a cart or is refused', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 300 }), (typed) => {
      const code = readDiscountCode(typed)
      expect(readDiscountCode(code)).toBe(code)
      const set = setDiscountCode(emptyCart('us'), typed)
      expect(set).toEqual(
        code.length > 64
          ? { ok: false, error: 'code-too-long' }
          : { ok: true, value: { ...emptyCart('us'), discountCode: code || null } },
      )
    }),
  )
})
