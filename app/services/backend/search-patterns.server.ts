import { cutText } from '#app/models/cut-text.ts'

/** In characters. */
const MAX_SEARCH_LENGTH = 100
/** Each word is another scan of every row. */
const MAX_WORDS = 12

const ALPHANUMERIC = /[\p{L}\p{N}]/u
/**
 * Characters that match any character, as their spelling varies: `D'Arcy` and `D’Arcy`, `Anna-Lena` and `Anna Lena`.
 * And the asterisk, which PostgREST treats as a percent sign even when it is escaped.
 */
const INTERCHANGEABLE = /['’‘ʼ`´\p{Pd}*]/gu
/** A character that occurs in no stored text. */
const UNUSED_CHARACTER = '\u001a'

/** A `like` pattern for one word, with wildcards escaped. */
function toPattern(word: string): string {
  const escaped = word.replace(/[\\%_]/g, '\\$&')
  // A word of punctuation only would match any text if its characters were interchangeable.
  if (!ALPHANUMERIC.test(word)) return `%${escaped.replaceAll('*', UNUSED_CHARACTER)}%`
  return `%${escaped.replace(INTERCHANGEABLE, '_')}%`
}

/**
 * The `like` patterns that a row's lower-case search text has to match, one for each word, regardless of their order.
 * Lists print `Order #1043`, while the search text contains only `#1043`.
 */
function searchPatterns(search: string | undefined): string[] {
  const typed = cutText(search?.normalize('NFC').toLowerCase() ?? '', MAX_SEARCH_LENGTH)
  const words = typed.replace(/\border\s+(?=#?\d)/g, '').split(/[\s\p{Cc}]+/u)
  return [...new Set(words)]
    .filter((word) => word !== '')
    .slice(0, MAX_WORDS)
    .map(toPattern)
}

/** The value of a `like(all)` filter: a PostgreSQL array literal of patterns; null for an empty search. */
export function searchFilter(search: string | undefined): string | null {
  const patterns = searchPatterns(search)
  return patterns.length === 0 ? null : `{${patterns.map(quote).join(',')}}`
}

function quote(text: string): string {
  return `"${text.replace(/["\\]/g, '\\$&')}"`
}
