/**
 * The first `limit` code points of a text. Unlike `slice`, it never splits a surrogate pair: `encodeURIComponent` and
 * databases reject lone surrogates.
 */
export function cutText(text: string, limit: number): string {
  return [...text.slice(0, 2 * limit)].slice(0, limit).join('')
}

/** A text on one line, of at most `limit` characters: a longer one is cut at a word and ends in an ellipsis. */
export function cutAtWord(text: string, limit: number): string {
  const flat = text.replace(/\s+/g, ' ').trim()
  return flat.length <= limit ? flat : `${cutText(flat, limit - 1).replace(/\s+\S*$/, '')}…`
}
