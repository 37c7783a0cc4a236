import { readFileSync } from 'node:fs'
import { compileSheet } from 'beasties/compiler'
import { createProcessor } from 'beasties/runtime'
import { LRUCache } from 'lru-cache'
import adminStyles from '../admin.css?url'
import shopStyles from '../app.css?url'
import fallbackFonts from '../fallback-fonts.css?inline'
import { memoizeText } from '../models/memoize.ts'
import { hashOf } from './security-headers.server.ts'

/**
 * The first paint does not wait for the stylesheet: the rules that a page uses are in its head, the sheet itself is
 * linked at its end. On a slow phone that is 1.2 s of first paint. Without this file the pages are the same, later.
 * Remove it when browsers can be told to paint before a stylesheet has arrived.
 */

const CLASS_ATTRIBUTE = / class="[^"]+/g
/** All pages get these rules unparsed: the library would break the rule that follows them. */
const PROPERTY_RULE = /@property[^}]*\}/g

/** A style element, one character per byte, and its hash as a source of the Content-Security-Policy. */
type CriticalCss = { readonly tag: string; readonly styles: readonly string[] }

function createCritical(path: string) {
  const sheet = readFileSync(new URL(`../client${path}`, import.meta.url), 'utf8')
  const compiled = compileSheet(sheet.replace(PROPERTY_RULE, ''), {
    // Keeps a rule if all names of its selector are on the page. Exact matching saves 300 bytes and takes twice the time.
    exact: false,
    // Scripts set classes on the root. The library removes pseudo-classes from selectors, which would leave nothing of
    // `:where()` and `:is()`.
    allowRules: [/^html\b/, /^:where\(/, /^:is\(/],
  })
  const { extract } = createProcessor([compiled])
  // Every element and attribute counts as used, so that the rules depend on nothing but the classes of a page.
  const elements = [...new Set(sheet.match(/[a-z][a-z\d-]*/g))]
    .map((name) => `<${name} ${name}></${name}>`)
    .join('')
  // The fallback fonts have the widths of the web fonts. If they came later, every line would move. No sheet has them.
  const forAll = fallbackFonts + (sheet.match(PROPERTY_RULE) ?? []).join('')
  const kept = new LRUCache<string, CriticalCss>({
    max: 100,
    memoMethod: (attributes) => {
      const text = Buffer.from(attributes, 'latin1').toString().replaceAll(' class="', ' ')
      // Without React's escapes, as in `[&amp;&gt;svg]:size-4`.
      const classes = text.replaceAll('&amp;', '&').replaceAll('&gt;', '>').replaceAll('&#x27;', "'")
      const css = forAll + extract(`<p class="${classes}">${elements}`).css
      return { tag: Buffer.from(`<style>${css}</style>`).toString('latin1'), styles: [hashOf(css)] }
    },
  })
  return (attributes: string): CriticalCss => kept.memo(attributes)
}

/** By the path of the stylesheet. Compiled with its first page, so that the start does not wait for it. */
const criticalOf = memoizeText(createCritical)

/** The rules that a document uses; only the fonts in development, where Vite makes the stylesheet on request. */
export function criticalCss(html: string): CriticalCss {
  if (import.meta.env.DEV) return { tag: `<style>${fallbackFonts}</style>`, styles: [] }
  const path = html.includes(`href="${adminStyles}"`) ? adminStyles : shopStyles
  return criticalOf(path)([...new Set(html.match(CLASS_ATTRIBUTE))].join(''))
}
