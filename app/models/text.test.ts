import { expect, test } from 'vitest'
import { cutAtWord, usableCode } from '#supabase/functions/_shared/text/text.ts'

test.each([
  [' short  text ', 10, 'short text'],
  ['short texts', 10, 'short…'],
  ['no-space-at-all', 10, 'no-space-…'],
])('%j cut at a word to %i characters is %j', (text, limit, cut) => {
  expect(cutAtWord(text, limit)).toBe(cut)
})

test('a discount code that is empty, or the word for none, is no code', () => {
  for (const none of [null, '', 'null', 'undefined']) expect(usableCode(none)).toBeNull()
  expect(usableCode(' GIFT-1 ')).toBe('GIFT-1')
})
