import { Parser } from 'htmlparser2'

/** More than a page can show; Shopify allows far more. */
const MAX_CHARACTERS = 20_000
/** What their content says is not for reading. */
const SKIPPED = 'script style template noscript iframe object svg math title textarea select'.split(' ')
/** What may stand in a page, and as what: the page has a heading of its own. Nothing else of the markup is kept. */
const KEPT = new Map([
  ...['h1', 'h2', 'h3', 'h4', 'h5', 'h6'].map((name) => [name, 'h2'] as const),
  ...['p', 'div', 'blockquote', 'ul', 'ol', 'li'].map((name) => [name, name] as const),
  ...['table', 'tbody', 'tr', 'td', 'a', 'br', 'b', 'em'].map((name) => [name, name] as const),
  ['th', 'td'],
  ['strong', 'b'],
  ['i', 'em'],
])

const ESCAPED: Readonly<Record<string, string>> = { '<': '&lt;', '>': '&gt;', '"': '&quot;', '&': '&amp;' }

function escapeHtml(text: string): string {
  return text.replace(/[<>"&]/g, (character) => ESCAPED[character] ?? '')
}

function unescapeHtml(text: string): string {
  const decode = (plain: string, [character, escaped]: [string, string]) =>
    plain.replaceAll(escaped, character)
  return Object.entries(ESCAPED).reduce(decode, text)
}

/** A link that may be followed from a page of the shop; without an address for any other, such as a page of the store. */
function linkTo(href: string | undefined): string {
  const url = URL.parse(href?.trim() ?? '')
  const isSafe = url !== null && ['http:', 'https:', 'mailto:'].includes(url.protocol)
  return isSafe ? `<a href="${escapeHtml(url.href)}" rel="nofollow">` : '<a>'
}

/**
 * The HTML of a description as it may stand in a page: paragraphs, headings, lists, tables, emphasis and links, without
 * any attribute but the address of a link. Of anything else the text alone is kept; what is malformed is read as a
 * browser would, and closed.
 */
export function cleanDescription(html: string): string {
  let clean = ''
  let characters = 0
  const skipped: string[] = []
  const open: string[] = []
  const parser = new Parser({
    onopentag(name, { href }) {
      if (SKIPPED.includes(name)) skipped.push(name)
      const kept = KEPT.get(name)
      if (skipped.length > 0 || !kept) return
      if (kept !== 'br') open.push(name)
      clean += kept === 'a' ? linkTo(href) : kept === 'br' ? '<br/>' : `<${kept}>`
    },
    ontext(text) {
      if (skipped.length > 0 || characters > MAX_CHARACTERS) return
      characters += text.length
      clean += escapeHtml(text.replace(/[\p{Cc}\s]+/gu, ' '))
    },
    onclosetag(name) {
      if (skipped.at(-1) === name) skipped.pop()
      // A tag that the text ends in was not opened.
      else if (skipped.length === 0 && open.at(-1) === name) clean += `</${KEPT.get(open.pop() ?? '')}>`
    },
  })
  parser.end(html)
  return clean
}

/** The text of a cleaned description, with blank lines between its parts. */
export function descriptionText(clean: string): string {
  const text = clean
    .replace(/<br\/>\s*<br\/>/g, '\n')
    .replace(/<br\/>|<\/td>/g, ' ')
    .replace(/<\/?(?:a|b|em|td)\b[^>]*>/g, '')
    .replace(/<[^>]*>/g, '\n')
    .split('\n')
    .map((part) => part.replace(/\s+/g, ' ').trim())
    .filter((part) => part !== '')
    .join('\n\n')
  return unescapeHtml(text)
}
