import { readFileSync } from 'node:fs'
import { compileSheet } from 'beasties/compiler'
import { createProcessor } from 'beasties/runtime'
import stylesheet from '../app.css?url'
import fallbackFonts from '../fallback-fonts.css?inline'

/**
 * The first paint does not wait for the stylesheet: the rules that a page uses are in its head, the sheet itself is
 * linked at its end. On a slow phone that is 1.2 s of first paint. Without this file the pages are the same, later.
 * Remove it when browsers can be told to paint before a stylesheet has arrived.
 */

function createCritical() {
  const sheet = readFileSync(new URL(`../client${stylesheet}`, import.meta.url), 'utf8')
  const compiled = compileSheet(sheet, {
    // That the names of a selector are on the page will do; to match it takes twice the time for 300 bytes less.
    exact: false,
    // What scripts set on the root. And the library looks at a selector without its pseudo-classes, of which nothing
    // would be left here.
    allowRules: [/^html\b/, /^:where\(/, /^:is\(/],
  })
  // The library ends `@property` rules with a semicolon, which makes browsers skip what follows.
  for (const rule of compiled.rules) rule.css = rule.css?.replace(/\};$/, '}')
  return createProcessor([compiled])
}

let critical: ReturnType<typeof createCritical> | undefined

/**
 * The document as the library can read it: it does not decode the classes that React has escaped (`[&>svg]:…`), and looks
 * for positions in lower case, where İ is two letters.
 */
function readable(html: string): string {
  return html.replaceAll('&amp;', '&').replaceAll('&gt;', '>').replaceAll('&#x27;', "'").replaceAll('İ', 'I')
}

/**
 * Adds to a document's head the rules that it uses.
 * @param nonce marks the style as ours
 */
export function withCriticalCss(html: string, nonce: string): string {
  const at = html.indexOf('</head>')
  // In development the stylesheet is made by Vite as it is requested.
  if (import.meta.env.DEV || at < 0) return html
  // Compiled with the first page, so that the start does not wait for it.
  critical ??= createCritical()
  // The fallback fonts have the widths of the web fonts; coming later, they would move every line.
  const style = fallbackFonts + critical.extract(readable(html)).css
  return `${html.slice(0, at)}<style nonce="${nonce}">${style}</style>${html.slice(at)}`
}
