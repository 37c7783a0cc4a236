import { LRUCache } from 'lru-cache'
import { CRITICAL_MARK, FOLD } from '../../runtime/document-facts.ts'
import { FRAGMENT_MARK } from '../../runtime/render-fragments.server.ts'
import fallbackFonts from '../../styles/fallback-fonts.css?inline'
import { readStylesheets } from './build-assets.server.ts'
import { createCriticalCss } from './critical-css.server.ts'
import { DocumentPart, type PageDocument, type SplitPart, textOfDocument } from './page-parts.server.ts'
import { previewStyles } from './picture-previews.server.ts'

const STYLE = `<style>${CRITICAL_MARK}</style>`
const MOST_STYLES = 200

const stylesheets = import.meta.env.PROD ? readStylesheets() : new Map<string, string>()
const criticalCss = createCriticalCss((href) => stylesheets.get(href) ?? '')

/** Everything in a rendered page in its order, each fold by itself. */
function partsOf(page: string, kept: readonly SplitPart[]): PageDocument {
  const pieces = page.split(FRAGMENT_MARK)
  return pieces.flatMap((piece, place) =>
    // Every other piece is the number of a kept part.
    withFolds<string | DocumentPart>(place % 2 === 0 ? piece.split(FOLD) : (kept[Number(piece)] ?? [])),
  )
}

function withFolds<T>(sides: readonly T[]): readonly (T | string)[] {
  return sides.length === 1 ? sides : sides.flatMap((side, place) => (place === 0 ? side : [FOLD, side]))
}

/** Style elements by the beginning that uses them, and by their text, since many beginnings have the same. */
const made = new LRUCache<string, DocumentPart>({ max: MOST_STYLES })
const byText = new LRUCache<string, DocumentPart>({ max: MOST_STYLES })

/**
 * How many characters a beginning may have between its kept parts for its styles to be remembered. One with more was
 * rendered for a single visitor, and would not come again.
 */
const MOST_BETWEEN = 3_000

/** How many characters a page may have to get previews: with them, it must stay within 12 kB compressed. */
const MOST_WITH_PREVIEWS = 41_000

/** The element with the styles that the beginning of a page needs. */
function styleOf(beginning: PageDocument, styles: readonly string[], previews: string): DocumentPart {
  const between = beginning.reduce((sum, part) => sum + (typeof part === 'string' ? part.length : 0), 0)
  if (between > MOST_BETWEEN) return makeStyle(beginning, styles, previews)
  const key = beginning.map((part) => (typeof part === 'string' ? part : `<${part.id}>`)).join('')
  const name = `${styles.join()} ${previews} ${key}`
  const style = made.get(name) ?? makeStyle(beginning, styles, previews)
  made.set(name, style)
  return style
}

function makeStyle(beginning: PageDocument, styles: readonly string[], previews: string): DocumentPart {
  const text = textOfDocument(beginning)
  const own = criticalCss(text, [...styles, ...ownStyles(text)])
  const style = `<style>${fallbackFonts.trim()}${own}${previews}</style>`
  const part = byText.get(style) ?? new DocumentPart(style)
  byText.set(style, part)
  return part
}

const HEAD_END = '</head>'

/** The document with parts in place of the first such text between its kept parts. */
function replaced(document: PageDocument, text: string, by: PageDocument): PageDocument {
  const place = document.findIndex((part) => typeof part === 'string' && part.includes(text))
  const part = document[place]
  if (typeof part !== 'string') return document
  const at = part.indexOf(text)
  return document.toSpliced(place, 1, part.slice(0, at), ...by, part.slice(at + text.length))
}

/**
 * Completes a rendered document. The head gets the critical styles, the previews of the first pictures, and the font
 * faces, which would lay every text out anew if they came later. Stylesheets go at the fold.
 *
 * What starts the scripts ends the head, so that it hears of whoever begins to use the page before all of it is there. It
 * waits for the first paint; behind the stylesheets it would wait for them.
 * @param kept what the marks in the page stand for
 * @param styles addresses of the page's stylesheets
 * @param scripts what starts the page's scripts
 */
export function finishPage(
  page: string,
  kept: readonly SplitPart[],
  styles: readonly string[],
  scripts: string | DocumentPart,
): PageDocument {
  const parts = partsOf(page, kept)
  const first = parts.indexOf(FOLD)
  const fold = first < 0 ? parts.length : first
  const beginning = parts.slice(0, fold)
  // Folds after the first count for nothing.
  const rest = parts.slice(fold).filter((part) => part !== FOLD)
  const links = styles.map((href) => `<link rel="stylesheet" href="${href}"/>`).join('')
  const text = textOfDocument(parts)
  const previews = text.length > MOST_WITH_PREVIEWS ? '' : previewStyles(text)
  const styled = replaced(beginning, STYLE, [styleOf(beginning, styles, previews)])
  return [...replaced(styled, HEAD_END, [scripts, HEAD_END]), links, ...rest]
}

const OWN_STYLE = '<link rel="stylesheet" href="'

/** Stylesheets that the page itself asks for. */
function ownStyles(page: string): string[] {
  const styles: string[] = []
  for (let at = page.indexOf(OWN_STYLE); at >= 0; at = page.indexOf(OWN_STYLE, at + 1)) {
    const start = at + OWN_STYLE.length
    styles.push(page.slice(start, page.indexOf('"', start)))
  }
  return styles
}

const UNLISTED = '<meta name="robots" content="noindex"/>'

/** Puts the title of an error page where titles belong. No route's `meta` spoke for it, so neither did any keep it unlisted. */
export function withTitleInHead(page: string): string {
  const head = page.indexOf('</head>')
  if (page.lastIndexOf('<title>', head) >= 0) return page
  return page.replace(/<\/head>([\s\S]*?)(<title>[^<]*<\/title>)/, `$2${UNLISTED}</head>$1`)
}
