import { expect, test } from 'vitest'
import { MAGIC_WORD_LIST } from './magic-words.ts'
import { OTHER_SPELLINGS, toListSpelling } from './word-spelling.ts'

test('alternative spellings are of words in the list, which are themselves unchanged', () => {
  for (const [other, listed] of OTHER_SPELLINGS) {
    expect(MAGIC_WORD_LIST).toContain(listed)
    expect(MAGIC_WORD_LIST).not.toContain(other)
  }
  for (const word of MAGIC_WORD_LIST) expect(toListSpelling(word)).toBe(word)
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
