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

test('a placeholder in brackets is not a link', () => {
  expect(plainText('Run by [name of the company], [address] (soon).')).toBe(
    'Run by [name of the company], [address] (soon).',
  )
})

test('plain text loses only its markup', () => {
  expect(plainText('Write to [us](mailto:a@b.example) **today**')).toBe('Write to us today')
})
