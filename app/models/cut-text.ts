import { cutText } from '#supabase/functions/_shared/text/text.ts'

export { cutText }

/** A text on one line, of at most `limit` characters: a longer one is cut at a word and ends in an ellipsis. */
export function cutAtWord(text: string, limit: number): string {
  const flat = text.replace(/\s+/g, ' ').trim()
  return flat.length <= limit ? flat : `${cutText(flat, limit - 1).replace(/\s+\S*$/, '')}…`
}
