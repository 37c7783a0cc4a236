import { expect, test } from 'vitest'
import { parseInlineText, plainText } from './inline-text.ts'

test('a sentence without marks is one part', () => {
  expect(parseInlineText('Dust it with a cloth.')).toEqual([{ kind: 'text', text: 'Dust it with a cloth.' }])
})

test('links, weight and names are told apart', () => {
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

test('an unconfirmed fact in brackets is no link', () => {
  expect(plainText('Run by [name of the company], [address] (soon).')).toBe(
    'Run by [name of the company], [address] (soon).',
  )
})

test('plain words lose their marks only', () => {
  expect(plainText('Write to [us](mailto:a@b.example) **today**')).toBe('Write to us today')
})
