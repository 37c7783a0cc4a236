/**
 * Other, mostly American, spellings of words of the list, and those of the list: copied cards have them. None is
 * itself a word of the list.
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

/** The list's spelling, without accents. A lookup tries the unchanged words first: codes may be stored so. */
export function toListSpelling(words: string): string {
  const withoutAccents = words.normalize('NFD').replace(/\p{M}+/gu, '')
  return withoutAccents
    .split(' ')
    .map((word) => OTHER_SPELLINGS.get(word) ?? word)
    .join(' ')
}
