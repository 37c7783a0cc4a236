import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import Beasties from 'beasties'
import { LRUCache } from 'lru-cache'
import fallbackFonts from '../fallback-fonts.css?inline'

/**
 * The first paint does not wait for the stylesheet: the rules that a page uses are in its head, the sheet itself is
 * linked at its end. On a slow phone that is 1.2 s of first paint. Without this file the pages are the same, later.
 * Remove it when browsers can be told to paint before a stylesheet has arrived.
 */

const CLIENT = new URL('../client/', import.meta.url)
const MAX_STYLES = 300

/** Reads the stylesheets of the build; the rest of the library's work is on the page that it is given. */
class Critical extends Beasties {
  #sheets = new Map<string, string>()

  override getCssAsset(href: string): string {
    const path = href.replace(/^\/|[?#].*$/g, '')
    const sheet = this.#sheets.get(path) ?? readFileSync(new URL(path, CLIENT), 'utf8')
    this.#sheets.set(path, sheet)
    return sheet
  }
}

const critical = new Critical({
  preload: 'body',
  fonts: false,
  keyframes: 'critical',
  // What the root shows of the page below it, such as the height of a bar: the library does not look at the root. And it
  // looks at a selector without its pseudo-classes, of which nothing would be left here.
  allowRules: [/^html\b/, /^:where\(/, /^:is\(\w/],
  logLevel: 'silent',
})
const styles = new LRUCache<string, string>({ max: MAX_STYLES })

/** What a document looks like: a filled cart needs other rules than an empty one at the same path. */
function looksOf(html: string, name: string): string {
  const classes = new Set(html.match(/\bclass="[^"]*"/g))
  return `${name} ${createHash('sha1')
    .update([...classes].sort().join())
    .digest('base64')}`
}

/** Finding the rules takes up to 70 ms: once for what looks the same, whoever it is for. */
async function styleOf(html: string, name: string): Promise<string> {
  const looks = looksOf(html, name)
  const known = styles.get(looks)
  if (known !== undefined) return known
  const processed = await critical.process(html)
  const texts = Array.from(processed.matchAll(/<style\b[^>]*>([\s\S]*?)<\/style>/g), ([, text = '']) => text)
  // The fallback fonts have the widths of the web fonts; coming later, they would move every line.
  const style = fallbackFonts + texts.join('')
  styles.set(looks, style)
  return style
}

/**
 * Adds to a document's head the rules that it uses.
 * @param name of the kind of document: its path, or its status where it is an error page
 * @param nonce marks the style as ours
 */
export async function withCriticalCss(html: string, name: string, nonce: string): Promise<string> {
  const at = html.indexOf('</head>')
  if (import.meta.env.DEV || at < 0) return html
  const style = await styleOf(html, name)
  return `${html.slice(0, at)}<style nonce="${nonce}">${style}</style>${html.slice(at)}`
}
