/**
 * Alternative, mostly American, spellings of words in the list, and the spelling in the list: people, or the
 * autocorrection of their keyboard, change the spelling when they copy a card. No alternative is a word of the list.
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
 * Converts normalised magic words to the spelling of the list, without accents. A lookup must try the unchanged words
 * first, as codes may be stored in another spelling.
 */
export function toListSpelling(words: string): string {
  const withoutAccents = words.normalize('NFD').replace(/\p{M}+/gu, '')
  return withoutAccents
    .split(' ')
    .map((word) => OTHER_SPELLINGS.get(word) ?? word)
    .join(' ')
}
