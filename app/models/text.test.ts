import { expect, test } from 'vitest'
import { cutAtWord, cutText, parseInlineText, plainText } from './text.ts'

test('a text without markup is one part', () => {
  expect(parseInlineText('Dust it with a cloth.')).toEqual([{ kind: 'text', text: 'Dust it with a cloth.' }])
})

test('links, bold text and code are parsed', () => {
  expect(parseInlineText('See [our form](/contact), **now**: `us`.')).toEqual([
    { kind: 'text', text: 'See ' },
    { kind: 'link', text: 'our form', href: '/contact' },
    { kind: 'text', text: ', ' },
    { kind: 'strong', text: 'now' },
    { kind: 'text', text: ': ' },
    { kind: 'code', text: 'us' },
    { kind: 'text', text: '.' },
  ])
})

test.each([
  // A placeholder in brackets is no link.
  ['Run by [name of the company], [address] (soon).', 'Run by [name of the company], [address] (soon).'],
  ['Write to [us](mailto:a@b.example) **today**', 'Write to us today'],
])('the plain text of “%s” loses only its markup', (text, plain) => {
  expect(plainText(text)).toBe(plain)
})

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
