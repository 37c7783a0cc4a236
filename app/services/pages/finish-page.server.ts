import { LRUCache } from 'lru-cache'
import { CRITICAL_MARK, FOLD } from '../../runtime/document-facts.ts'
import { FRAGMENT_MARK } from '../../runtime/render-fragments.server.ts'
import fallbackFonts from '../../styles/fallback-fonts.css?inline'
import { readStylesheets } from './build-assets.server.ts'
import { createCriticalCss } from './critical-css.server.ts'
import { DocumentPart, type PageDocument, type SplitPart, textOfDocument } from './page-parts.server.ts'
import { previewStyles } from './picture-previews.server.ts'

const STYLE = `<style>${CRITICAL_MARK}</style>`
const MAX_CACHED_STYLES = 200

const stylesheets = import.meta.env.PROD ? readStylesheets() : new Map<string, string>()
const criticalCss = createCriticalCss((href) => stylesheets.get(href) ?? '')

/** Replaces the fragment marks of a rendered page by the fragments, and makes each fold mark an item of its own. */
function partsOf(page: string, fragments: readonly SplitPart[]): PageDocument {
  const pieces = page.split(FRAGMENT_MARK)
  return pieces.flatMap((piece, index) =>
    // Every other piece is the index of a fragment.
    withFolds<string | DocumentPart>(index % 2 === 0 ? piece.split(FOLD) : (fragments[Number(piece)] ?? [])),
  )
}

/** Puts a fold mark between the sides of a split part. */
function withFolds<T>(sides: readonly T[]): readonly (T | string)[] {
  return sides.length === 1 ? sides : sides.flatMap((side, index) => (index === 0 ? side : [FOLD, side]))
}

/** Style elements by the part of a page above its fold, and by their text, which is the same for many pages. */
const byBeginning = new LRUCache<string, DocumentPart>({ max: MAX_CACHED_STYLES })
const byText = new LRUCache<string, DocumentPart>({ max: MAX_CACHED_STYLES })

/**
 * Styles are cached where the part above the fold has at most this many characters outside cached fragments. One with
 * more was rendered for a single visitor, and would not be seen again.
 */
const MAX_UNCACHED_CHARACTERS = 3_000

/** Longer pages get no previews, with which they would exceed 12 kB compressed. In characters. */
const MAX_CHARACTERS_WITH_PREVIEWS = 41_000

/** The style element with the critical CSS of the part of a page above its fold. */
function styleOf(beginning: PageDocument, styles: readonly string[], previews: string): DocumentPart {
  const uncached = beginning.reduce((sum, part) => sum + (typeof part === 'string' ? part.length : 0), 0)
  if (uncached > MAX_UNCACHED_CHARACTERS) return buildStyle(beginning, styles, previews)
  const key = beginning.map((part) => (typeof part === 'string' ? part : `<${part.id}>`)).join('')
  const name = `${styles.join()} ${previews} ${key}`
  const style = byBeginning.get(name) ?? buildStyle(beginning, styles, previews)
  byBeginning.set(name, style)
  return style
}

function buildStyle(beginning: PageDocument, styles: readonly string[], previews: string): DocumentPart {
  const text = textOfDocument(beginning)
  const critical = criticalCss(text, [...styles, ...linkedStyles(text)])
  const style = `<style>${fallbackFonts.trim()}${critical}${previews}</style>`
  const part = byText.get(style) ?? new DocumentPart(style)
  byText.set(style, part)
  return part
}

const HEAD_END = '</head>'

/** Replaces the first occurrence of a text outside the cached parts. */
function replaceText(document: PageDocument, text: string, replacement: PageDocument): PageDocument {
  const index = document.findIndex((part) => typeof part === 'string' && part.includes(text))
  const part = document[index]
  if (typeof part !== 'string') return document
  const at = part.indexOf(text)
  return document.toSpliced(index, 1, part.slice(0, at), ...replacement, part.slice(at + text.length))
}

/**
 * Completes a rendered document. The head gets the critical CSS, the previews of the first pictures, and the fallback
 * fonts, which would cause a second layout of all text if they came later. Stylesheets are linked at the fold.
 *
 * The loader script ends the head, so that it notices input before the page has arrived in full. It waits for the
 * first paint by itself; placed after the stylesheets, it would wait for these as well.
 * @param fragments the cached fragments that the marks in the page refer to
 * @param styles URLs of the page's stylesheets
 * @param scripts the markup that starts the page's scripts
 */
export function finishPage(
  page: string,
  fragments: readonly SplitPart[],
  styles: readonly string[],
  scripts: string | DocumentPart,
): PageDocument {
  const parts = partsOf(page, fragments)
  const foldIndex = parts.indexOf(FOLD)
  const fold = foldIndex < 0 ? parts.length : foldIndex
  const beginning = parts.slice(0, fold)
  // Only the first fold counts.
  const rest = parts.slice(fold).filter((part) => part !== FOLD)
  const links = styles.map((href) => `<link rel="stylesheet" href="${href}"/>`).join('')
  const text = textOfDocument(parts)
  const previews = text.length > MAX_CHARACTERS_WITH_PREVIEWS ? '' : previewStyles(text)
  const styled = replaceText(beginning, STYLE, [styleOf(beginning, styles, previews)])
  return [...replaceText(styled, HEAD_END, [scripts, HEAD_END]), links, ...rest]
}

const STYLESHEET_LINK = '<link rel="stylesheet" href="'

/** URLs of the stylesheets that the page itself links to. */
function linkedStyles(page: string): string[] {
  const styles: string[] = []
  for (let at = page.indexOf(STYLESHEET_LINK); at >= 0; at = page.indexOf(STYLESHEET_LINK, at + 1)) {
    const start = at + STYLESHEET_LINK.length
    styles.push(page.slice(start, page.indexOf('"', start)))
  }
  return styles
}

const NO_INDEX = '<meta name="robots" content="noindex"/>'

/** Moves the title of an error page into the head. As no route's `meta` was used, `noindex` is added too. */
export function withTitleInHead(page: string): string {
  const head = page.indexOf('</head>')
  if (page.lastIndexOf('<title>', head) >= 0) return page
  return page.replace(/<\/head>([\s\S]*?)(<title>[^<]*<\/title>)/, `$2${NO_INDEX}</head>$1`)
}
