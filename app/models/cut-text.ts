/**
 * The first `limit` characters of a text, never half of one: an emoji is two units of a text, and one of them alone is
 * refused by addresses and databases, and shown as a question mark.
 */
export function cutText(text: string, limit: number): string {
  return [...text.slice(0, 2 * limit)].slice(0, limit).join('')
}
