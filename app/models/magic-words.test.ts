import fc from 'fast-check'
import { expect, test } from 'vitest'
import { normaliseMagicWords } from './gift-code.ts'
import {
  drawMagicWords,
  MAGIC_WORD_LIST,
  MAGIC_WORDS_BYTES,
  magicWordsOf,
  OTHER_SPELLINGS,
  readMagicWords,
  toListSpelling,
} from './magic-words.ts'

test('there are 1024 distinct lowercase words', () => {
  expect(new Set(MAGIC_WORD_LIST).size).toBe(1024)
  expect(MAGIC_WORD_LIST.filter((word) => !/^[a-z]{3,10}$/.test(word))).toEqual([])
})

const seven = fc.uint8Array({ minLength: MAGIC_WORDS_BYTES, maxLength: MAGIC_WORDS_BYTES })

test('each of the 50 bits changes the words', () => {
  const codes = Array.from({ length: 50 }, (_, bit) => {
    const bytes = new Uint8Array(MAGIC_WORDS_BYTES)
    bytes[bit >> 3] = 0x80 >> (bit & 7)
    return magicWordsOf(bytes)
  })
  expect(new Set(codes).size).toBe(50)
})

const HOMOPHONES = 'beach beech,flour flower,knight night,hair hare,pair pear,rain reign,sail sale'

test('the list has no homophones', () => {
  for (const pair of HOMOPHONES.split(','))
    expect(pair.split(' ').filter((word) => MAGIC_WORD_LIST.includes(word)).length).toBeLessThan(2)
})

test('any seven bytes give five words, which are read however they are typed, by their letters alone', () => {
  const join = fc.constantFrom('', ' ', '-', ', ', '\n', '\u200b', '\u00ad', '\u3000', '” “', ' 2. ', '_')
  const write = fc.constantFrom(
    (text: string) => text,
    (text: string) => text.toUpperCase(),
    (text: string) => text.replace(/[a-z]/g, (c) => String.fromCodePoint((c.codePointAt(0) ?? 0) + 0xfee0)),
    (text: string) => [...text].join(' '),
    (text: string) => `1) “${text}”.`,
    (text: string) => `${text.slice(0, 4)} ${text.slice(4)}`,
  )
  fc.assert(
    fc.property(seven, join, write, (bytes, between, typed) => {
      const words = magicWordsOf(bytes)
      expect([words.split(' ').length, normaliseMagicWords(words)]).toEqual([5, words])
      expect(readMagicWords(typed(words.replaceAll(' ', between)))).toContain(words)
    }),
  )
})

test('drawn words can be read in one way only', () => {
  fc.assert(
    fc.property(seven, fc.infiniteStream(seven), (first, others) => {
      const draws = [first, ...others.take(20)]
      const words = drawMagicWords(() => draws.shift() ?? new Uint8Array(MAGIC_WORDS_BYTES))
      expect(readMagicWords(words.replaceAll(' ', ''))).toEqual([words])
    }),
  )
})

test('other words are none, and hostile ones cost nothing', () => {
  for (const none of ['', '123', 'amber lantern owlx', '王小明']) expect(readMagicWords(none)).toEqual([])
  expect(readMagicWords('Velvet Moon Harbor')).toEqual(['velvet moon harbour'])
  expect(readMagicWords('owl'.repeat(160)).length).toBeLessThanOrEqual(20)
})

test('alternative spellings are of words in the list, and not words of the list themselves', () => {
  for (const [other, listed] of OTHER_SPELLINGS) {
    expect(MAGIC_WORD_LIST).toContain(listed)
    expect(MAGIC_WORD_LIST).not.toContain(other)
  }
})

test('every word of the list with an American spelling is included', () => {
  const same = ['pollen', 'rolling', 'rosy']
  const british = MAGIC_WORD_LIST.filter((word) =>
    /our$|tre$|ll(en|ing)$|ghurt$|grey|ould$|lough$|osy$/.test(word),
  )
  expect([...OTHER_SPELLINGS.values(), ...same]).toEqual(expect.arrayContaining(british))
})

test.each([
  ['velvet moon harbor', 'velvet moon harbour'],
  ['arbor parlor theater', 'arbour parlour theatre'],
  ['cozy woolen yogurt', 'cosy woollen yoghurt'],
  ['éclair yoghourt brier', 'eclair yoghurt briar'],
  ['harbors aharbor harbour', 'harbors aharbor harbour'],
  ['', ''],
])('%s becomes %s', (words, listed) => {
  expect(toListSpelling(words)).toBe(listed)
})
