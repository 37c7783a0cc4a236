import { expect, test } from 'vitest'
import { MAGIC_WORD_LIST } from './magic-words.ts'
import { inListSpelling, OTHER_SPELLINGS } from './word-spelling.ts'

test('other spellings are of words of the list, and none of them is another word of it', () => {
  for (const [other, listed] of OTHER_SPELLINGS) {
    expect(MAGIC_WORD_LIST).toContain(listed)
    expect(MAGIC_WORD_LIST).not.toContain(other)
  }
})

test('every word of the list that America writes otherwise is among them', () => {
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
])('%s is the list’s %s', (words, listed) => {
  expect(inListSpelling(words)).toBe(listed)
})

test('no word of the list becomes another one', () => {
  for (const word of MAGIC_WORD_LIST) expect(inListSpelling(word)).toBe(word)
})
