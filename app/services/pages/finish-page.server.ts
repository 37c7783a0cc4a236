import { readFileSync } from 'node:fs'
import { CRITICAL_MARK, FOLD_MARK } from '../../runtime/document-facts.ts'
import { PLAN_ID } from '../../runtime/page-plan.ts'
import fonts from '../../styles/fonts.css?inline'
import { createCriticalCss } from './critical-css.server.ts'

/** The build has the browser's files beside the server's. */
const CLIENT = import.meta.url.replace(/\/server\/(?!.*\/server\/).*$/, '/client')
const FOLD = `<link rel="${FOLD_MARK}"/>`
/** What stands after the last element that is taken over: stylesheets behind it would have to move, and be applied anew. */
const PAGE_END = `<script type="application/json" id="${PLAN_ID}"`

const criticalCss = createCriticalCss((href) =>
  readFileSync(new URL(CLIENT + href.replace(/#.*$/, '')), 'utf8'),
)

/**
 * Makes a rendered document whole. The styles of its beginning stand in the head, so that it is painted at once, and there
 * alone the faces: a stylesheet with faces that comes later has every text measured anew. The
 * stylesheets stand where the beginning ends, so that a browser shows nothing that they still have to dress.
 * @param styles addresses of the page's stylesheets
 */
export function finishPage(html: string, styles: readonly string[]): string {
  const page = withTitleInHead(html)
  const fold = page.indexOf(FOLD)
  const end = fold < 0 ? page.lastIndexOf(PAGE_END) : fold
  const beginning = page.slice(0, end)
  const rest = page.slice(fold < 0 ? end : end + FOLD.length)
  const links = styles.map((href) => `<link rel="stylesheet" href="${href}"/>`).join('')
  const critical = criticalCss(beginning, [...styles, ...ownStyles(beginning)])
  return `${beginning.replace(CRITICAL_MARK, () => fonts.trim() + critical)}${links}${rest}`
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

/** Puts the title of an error page where titles belong. */
function withTitleInHead(page: string): string {
  const head = page.indexOf('</head>')
  if (page.lastIndexOf('<title>', head) >= 0) return page
  return page.replace(/<\/head>([\s\S]*?)(<title>[^<]*<\/title>)/, '$2</head>$1')
}
