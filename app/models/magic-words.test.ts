import fc from 'fast-check'
import { expect, test } from 'vitest'
import { normaliseMagicWords } from './gift-code.ts'
import { MAGIC_WORD_LIST, MAGIC_WORDS_BYTES, magicWordsOf } from './magic-words.ts'

test('there are 1024 distinct lowercase words', () => {
  expect(new Set(MAGIC_WORD_LIST).size).toBe(1024)
  expect(MAGIC_WORD_LIST.filter((word) => !/^[a-z]{3,10}$/.test(word))).toEqual([])
})

test('any seven bytes give five words that are already normalised', () => {
  const bytes = fc.uint8Array({ minLength: MAGIC_WORDS_BYTES, maxLength: MAGIC_WORDS_BYTES })
  fc.assert(
    fc.property(bytes, (random) => {
      const words = magicWordsOf(random)
      expect(words.split(' ')).toHaveLength(5)
      expect(normaliseMagicWords(words)).toBe(words)
    }),
  )
})

test('each of the 50 bits changes the words', () => {
  const codes = Array.from({ length: 50 }, (_, bit) => {
    const bytes = new Uint8Array(MAGIC_WORDS_BYTES)
    bytes[bit >> 3] = 0x80 >> (bit & 7)
    return magicWordsOf(bytes)
  })
  expect(new Set(codes).size).toBe(50)
})

test('too few random bytes throw', () => {
  expect(() => magicWordsOf(new Uint8Array(6))).toThrow(RangeError)
})

test('the list has no homophones', () => {
  const pairs = [
    'beach beech',
    'flour flower',
    'knight night',
    'hair hare',
    'pair pear',
    'rain reign',
    'sail sale',
  ]
  for (const pair of pairs)
    expect(pair.split(' ').filter((word) => MAGIC_WORD_LIST.includes(word)).length).toBeLessThan(2)
})
