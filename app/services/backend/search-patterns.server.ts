import { cutText } from '../../models/cut-text.ts'

const LONGEST_SEARCH = 100
/** Each is one more look at every row. */
const MOST_WORDS = 12

const LETTER = /[\p{L}\p{N}]/u
/**
 * What is written now this way, now that way: `D'Arcy` and `D’Arcy`, `Anna-Lena` and `Anna Lena`. And the star, which
 * PostgREST takes for a percent sign, whatever stands before it.
 */
const LOOSE = /['’‘ʼ`´\p{Pd}*]/gu
/** In no stored text. */
const NOWHERE = '\u001a'

/** A word as part of a `like` pattern: what has a meaning in one is itself. */
function patternOf(word: string): string {
  const itself = word.replace(/[\\%_]/g, '\\$&')
  // Without a letter, any one character would be all there is to find.
  return `%${LETTER.test(word) ? itself.replace(LOOSE, '_') : itself.replaceAll('*', NOWHERE)}%`
}

/**
 * The `like` patterns that a row's text in small letters has to match, one for each word, so that neither the order of
 * words counts nor the spaces between them. `Order #1043` stands so in the lists, in the texts only `#1043`.
 */
function searchPatterns(search: string | undefined): string[] {
  const typed = cutText(search?.normalize('NFC').toLowerCase() ?? '', LONGEST_SEARCH)
  const words = typed.replace(/\border\s+(?=#?\d)/g, '').split(/[\s\p{Cc}]+/u)
  return [...new Set(words)]
    .filter((word) => word !== '')
    .slice(0, MOST_WORDS)
    .map(patternOf)
}

/** The value of a `like(all)` filter for what is looked for: an array as PostgreSQL writes it. Null for no words. */
export function searchFilter(search: string | undefined): string | null {
  const patterns = searchPatterns(search)
  return patterns.length === 0 ? null : `{${patterns.map(quoted).join(',')}}`
}

function quoted(text: string): string {
  return `"${text.replace(/["\\]/g, '\\$&')}"`
}
