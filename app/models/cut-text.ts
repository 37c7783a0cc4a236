/**
 * The first `limit` code points of a text. Unlike `slice`, it never splits a surrogate pair: `encodeURIComponent` and
 * databases reject lone surrogates.
 */
export function cutText(text: string, limit: number): string {
  return [...text.slice(0, 2 * limit)].slice(0, limit).join('')
}
