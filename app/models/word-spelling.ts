/**
 * How words of the list are also written, in America most of all, by the spelling that they have there. What people copy from a
 * card they spell their own way, or a keyboard does. None of these is another word of the list.
 */
export const OTHER_SPELLINGS: ReadonlyMap<string, string> = new Map([
  ['arbor', 'arbour'],
  ['brier', 'briar'],
  ['cozy', 'cosy'],
  ['harbor', 'harbour'],
  ['parlor', 'parlour'],
  ['racoon', 'raccoon'],
  ['theater', 'theatre'],
  ['verandah', 'veranda'],
  ['waggon', 'wagon'],
  ['woolen', 'woollen'],
  ['yoghourt', 'yoghurt'],
  ['yogurt', 'yoghurt'],
])

/**
 * Normalised magic words as the list spells them, without accents. For looking up only, after the words as they are: a code may
 * be stored in another spelling.
 */
export function inListSpelling(words: string): string {
  const plain = words.normalize('NFD').replace(/\p{M}+/gu, '')
  return plain
    .split(' ')
    .map((word) => OTHER_SPELLINGS.get(word) ?? word)
    .join(' ')
}
