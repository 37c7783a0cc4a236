import { expect, test } from 'vitest'
import { normaliseMagicWords } from './gift-code.ts'
import { MAGIC_WORD_LIST, MAGIC_WORDS_BYTES, magicWordsOf } from './magic-words.ts'

test('there are 1024 distinct lowercase words, none of which sounds like another', () => {
  expect(new Set(MAGIC_WORD_LIST).size).toBe(1024)
  expect(MAGIC_WORD_LIST.filter((word) => !/^[a-z]{3,10}$/.test(word))).toEqual([])
  for (const pair of 'beach beech,flour flower,knight night,hair hare,pair pear,rain reign,sail sale'.split(
    ',',
  ))
    expect(pair.split(' ').filter((word) => MAGIC_WORD_LIST.includes(word)).length, pair).toBeLessThan(2)
})

test('seven bytes give five words as they are stored, and each of the 50 bits changes them', () => {
  const codes = Array.from({ length: 50 }, (_, bit) => {
    const bytes = new Uint8Array(MAGIC_WORDS_BYTES)
    bytes[bit >> 3] = 0x80 >> (bit & 7)
    return magicWordsOf(bytes)
  })
  expect(new Set(codes).size).toBe(50)
  for (const words of codes) expect([words.split(' ').length, normaliseMagicWords(words)]).toEqual([5, words])
})
