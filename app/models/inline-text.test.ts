import { expect, test } from 'vitest'
import { parseInlineText, plainText } from './inline-text.ts'

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
