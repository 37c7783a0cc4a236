import { expect, test } from 'vitest'
import { idOf, openGift, titleOf, vol2 } from './catalogue.fixture.ts'
import {
  GIFT_BUNDLE_TITLES,
  giftKindOfTitle,
  giftVariantOf,
  giftVariantOfKind,
  listedGiftValue,
  normaliseMagicWords,
} from './gift-code.ts'
import { MAGIC_WORD_LIST, MAGIC_WORDS_BYTES, magicWordsOf } from './magic-words.ts'
import { OPTION_CHOICES } from './option-choice.ts'

test.each([
  ['  Amber-LANTERN_owl.\n', 'amber lantern owl'],
  ['“amber\u00a0lantern`´(owl)”', 'amber lantern owl'],
  ['✨ＡＭＢＥＲ❤️lantern👩🏽‍🚀owl🇬🇧', 'amber lantern owl'],
  ['am\u00adber lan\u200btern ow\u2060l\ufeff', 'amber lantern owl'],
  ['🦉✨ ---', ''],
  ['a'.repeat(1_000_000), 'a'.repeat(120)],
])('%o is normalised to "%s"', (typed, code) => {
  expect(normaliseMagicWords(typed)).toBe(code)
})

test.each([
  ['Gift Bundle - No Wand', 'box-only', '59.00'],
  ['Gift Bundle - Classic Wand', 'classic-wand', '85.00'],
  ['Vol. II (Standard Wand)', 'classic-wand', '85.00'],
  ['Gift Bundle - Premium Wand', 'premium-wand', '100.00'],
  ['Something else', 'box-only', '59.00'],
])('%s is a %s gift, worth %s when the price is unknown', (title, kind, value) => {
  expect(giftKindOfTitle(title)).toBe(kind)
  expect(listedGiftValue(title, 'uk')).toEqual({ amount: value, currencyCode: 'GBP' })
})

test('each kind of gift has its variant, whatever the spelling and order in the store', () => {
  const respell = (title: string) => title.replace('Gift Bundle - ', 'gift bundle: ')
  const variants = vol2.variants.map((v) => ({ ...v, title: respell(v.title) })).reverse()
  for (const kind of OPTION_CHOICES) {
    const found = giftVariantOfKind({ ...vol2, variants }, kind)
    expect(titleOf(found)).toBe(respell(GIFT_BUNDLE_TITLES[kind]))
  }
  expect(giftVariantOfKind({ title: 'Vol. II', variants: [] }, 'box-only')).toBeNull()
})

test('a recorded variant is used only if it is a gift', () => {
  const foundBy = (recorded: string) =>
    titleOf(giftVariantOf(vol2, { ...openGift, productVariantId: idOf(vol2, recorded) }))
  expect(foundBy('Gift Bundle - Premium Wand')).toBe('Gift Bundle - Premium Wand')
  expect(foundBy('Dragon & Oak')).toBe('Gift Bundle - No Wand')
})

test('there are 1024 distinct lowercase words, none of which sounds like another', () => {
  expect(new Set(MAGIC_WORD_LIST).size).toBe(1024)
  expect(MAGIC_WORD_LIST.filter((word) => !/^[a-z]{3,10}$/.test(word))).toEqual([])
  const pairs = 'beach beech,flour flower,knight night,hair hare,pair pear,rain reign,sail sale'.split(',')
  const isBoth = (pair: string) => pair.split(' ').every((word) => MAGIC_WORD_LIST.includes(word))
  expect(pairs.filter(isBoth)).toEqual([])
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
