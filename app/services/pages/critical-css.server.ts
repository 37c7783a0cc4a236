import { LRUCache } from 'lru-cache'
import { type Item, parseStylesheet } from './stylesheet.server.ts'

/**
 * The part of a page's stylesheets that its beginning uses, to stand in its head: the browser then paints without
 * waiting for a file. The files themselves follow in the page and say the same again, so what is left out is only ever
 * missing until then.
 */

const MAX_KEPT_BYTES = 4_000_000
const TAGS = /<(\/?)([a-z][\w-]*)((?:[^>"]|"[^"]*")*)>/g
const ATTRIBUTES = /\s([\w-]+)(?:="([^"]*)")?/g
const SCRIPTS = /<script\b[\s\S]*?<\/script>/g

/** Reads which elements of a page can be seen: what is in a closed `details` or `dialog` can't. */
class Visibility {
  #closed: { tag: string; inSummary: boolean }[] = []

  get isVisible(): boolean {
    return this.#closed.every(({ inSummary }) => inSummary)
  }

  enter(tag: string, attributes: string): void {
    if (tag === 'details' || tag === 'dialog')
      this.#closed.push({ tag, inSummary: /\sopen\b/.test(attributes) })
    const inner = this.#closed.at(-1)
    if (tag === 'summary' && inner?.inSummary === false) inner.inSummary = true
    else if (tag === 'summary' && inner) inner.tag = 'open'
  }

  leave(tag: string): void {
    const inner = this.#closed.at(-1)
    if (tag === 'details' || tag === 'dialog') this.#closed.pop()
    else if (tag === 'summary' && inner?.tag === 'details') inner.inSummary = false
  }
}

/** What the boot script may write on the document before anything is painted. */
const BOOTED = ['html', 'body', '.js', '[data-splash', '[data-consent']

/** Names that the visible elements of a page have: tags, `.classes`, `#ids` and `[attributes`. */
export function visibleNames(html: string): Set<string> {
  const names = new Set(BOOTED)
  const visibility = new Visibility()
  for (const [, end, tag = '', attributes = ''] of html.replace(SCRIPTS, '').matchAll(TAGS)) {
    if (end) {
      visibility.leave(tag)
      continue
    }
    const wasVisible = visibility.isVisible
    visibility.enter(tag, attributes)
    if (!wasVisible && !visibility.isVisible) continue
    names.add(tag)
    for (const [, attribute = '', value = ''] of attributes.matchAll(ATTRIBUTES)) {
      names.add(`[${attribute}`)
      if (attribute === 'class') for (const name of value.split(' ')) names.add(`.${name}`)
      if (attribute === 'id') names.add(`#${value}`)
    }
  }
  return names
}

/** Of what is no rule, what the beginning of a page may need. */
const KEPT = /^@(layer|font-face|keyframes|view-transition)/
/** What no beginning of a page is seen by. */
const UNSEEN = /^@media (print|\(forced-colors)/

function write(items: readonly Item[], names: ReadonlySet<string>): string {
  const hasAll = (wanted: readonly string[]) => wanted.every((name) => names.has(name))
  let css = ''
  for (const item of items) {
    if (typeof item === 'string') css += KEPT.test(item) ? item : ''
    else if ('body' in item) {
      const used = item.selectors.filter(
        ({ isLater, names: wanted, choices }) =>
          !isLater && hasAll(wanted) && choices.every((choice) => choice.some(hasAll)),
      )
      if (used.length > 0) css += `${used.map(({ text }) => text).join()}{${item.body}}`
    } else if (!UNSEEN.test(item.head)) {
      const inner = write(item.items, names)
      if (inner) css += `${item.head}{${inner}}`
    }
  }
  return css
}

const KEYFRAMES = /@keyframes ([\w-]+)\{(?:[^{}]*\{[^{}]*\})*[^{}]*\}/g
const PROPERTIES = /(?<=[{;])(--[\w-]+):(?:[^;{}"'()]|"[^"]*"|'[^']*'|\((?:[^()]|\([^()]*\))*\))*;?/g

/** Takes out keyframes and custom properties that nothing left over speaks of. */
function withoutUnused(css: string): string {
  let last = css.replace(KEYFRAMES, (text, name: string) => (css.split(name).length > 2 ? text : ''))
  while (true) {
    const used = new Set(Array.from(last.matchAll(/var\((--[\w-]+)/g), ([, name]) => name))
    const next = last.replace(PROPERTIES, (text, name: string) => (used.has(name) ? text : ''))
    if (next.length === last.length) return withoutEmpty(next)
    last = next
  }
}

function withoutEmpty(css: string): string {
  const next = css.replace(/(?<=^|[{};])[^{};]*\{\}/g, '')
  return next.length === css.length ? css : withoutEmpty(next)
}

/**
 * @param read gives the text of a stylesheet by its address
 * @returns what of these stylesheets, in their order, the given beginning of a page uses
 */
export function createCriticalCss(read: (href: string) => string) {
  const sheets = new Map<string, readonly Item[]>()
  const made = new LRUCache<string, string>({
    maxSize: MAX_KEPT_BYTES,
    sizeCalculation: (css, key) => css.length + key.length,
  })

  function itemsOf(href: string): readonly Item[] {
    const items = sheets.get(href) ?? parseStylesheet(read(href))
    sheets.set(href, items)
    return items
  }

  return (html: string, hrefs: readonly string[]): string => {
    const names = visibleNames(html)
    const key = `${hrefs.join()} ${[...names].sort().join(' ')}`
    const css = made.get(key) ?? withoutUnused(hrefs.map((href) => write(itemsOf(href), names)).join(''))
    made.set(key, css)
    return css
  }
}
