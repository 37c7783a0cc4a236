import { expect, test } from 'vitest'
import { cutAtWord, cutText } from '#supabase/functions/_shared/text/text.ts'
import { plainText } from './text.ts'

test.each([
  // A placeholder in brackets is no link.
  ['Run by [name of the company], [address] (soon).', 'Run by [name of the company], [address] (soon).'],
])('the plain text of “%s” loses only its markup', (text, plain) => {
  expect(plainText(text)).toBe(plain)
})

test.each([
  ['abcd', 3, 'abc'],
  ['ab😀d', 3, 'ab😀'],
  ['😀😀😀😀', 3, '😀😀😀'],
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
