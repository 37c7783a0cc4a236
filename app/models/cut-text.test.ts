import { expect, test } from 'vitest'
import { cutAtWord, cutText } from './cut-text.ts'

test.each([
  ['', 3, ''],
  ['😀😀😀', 3, '😀😀😀'],
  ['abcd', 3, 'abc'],
  ['ab😀d', 3, 'ab😀'],
  ['😀😀😀😀', 3, '😀😀😀'],
  ['abc', 0, ''],
])('%s cut to %i characters is %s', (text, limit, cut) => {
  expect(cutText(text, limit)).toBe(cut)
  expect(() => encodeURIComponent(cutText(text, limit))).not.toThrow()
})

test.each([
  [' short  text ', 10, 'short text'],
  ['short texts', 10, 'short…'],
  ['no-space-at-all', 10, 'no-space-…'],
])('%j cut at a word to %i characters is %j', (text, limit, cut) => {
  expect(cutAtWord(text, limit)).toBe(cut)
})
