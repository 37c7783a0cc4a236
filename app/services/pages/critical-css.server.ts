import { LRUCache } from 'lru-cache'
import { leanCss } from './lean-css.server.ts'
import { type Item, parseStylesheet } from './stylesheet.server.ts'

/**
 * The part of a page's stylesheets that its beginning uses, to stand in its head: the browser then paints without
 * waiting for a file. The files follow in the page and repeat all of it, so what is left out here is missing only until
 * they have come.
 */

const MAX_KEPT_BYTES = 4_000_000
const TAG = /<(\/?)([a-z][\w-]*)((?:[^>"]|"[^"]*")*)>/y
const ATTRIBUTES = /\s([\w-]+)(?:="([^"]*)")?/g

/**
 * Marks an element that is hidden until the stylesheets have come, because it lies over the page or outside its edges, or
 * would be fetched too soon. A rule for it as marked, or for its class, gives it a `display` in the stylesheets: that beats
 * the rule here, which in turn beats what its tag has.
 */
const LATER = '[data-later'
const HIDDEN = '[data-later]{display:none}'

/** Tells which elements of a page can be seen: none in a closed `details` or `dialog`, and none marked as later. */
class Visibility {
  #closed: { tag: string; inSummary: boolean }[] = []
  #later: { tag: string; depth: number } | null = null

  get isVisible(): boolean {
    return this.#later === null && this.#closed.every(({ inSummary }) => inSummary)
  }

  /** Begins an element that is marked as later. */
  hide(tag: string): void {
    this.#later ??= { tag, depth: 0 }
  }

  enter(tag: string, attributes: string): void {
    if (this.#later?.tag === tag) this.#later.depth++
    if (tag === 'details' || tag === 'dialog')
      this.#closed.push({ tag, inSummary: /\sopen\b/.test(attributes) })
    const inner = this.#closed.at(-1)
    if (tag === 'summary' && inner?.inSummary === false) inner.inSummary = true
    else if (tag === 'summary' && inner) inner.tag = 'open'
  }

  leave(tag: string): void {
    if (this.#later?.tag === tag && --this.#later.depth === 0) this.#later = null
    const inner = this.#closed.at(-1)
    if (tag === 'details' || tag === 'dialog') this.#closed.pop()
    else if (tag === 'summary' && inner?.tag === 'details') inner.inSummary = false
  }
}

/** What the boot script may write on the document before anything is painted. */
const BOOTED = ['html', 'body', '.js', '[data-splash', '[data-consent']

/** One tag as it stands in a page, taken apart. */
type Tag = {
  readonly tag: string
  readonly isEnd: boolean
  readonly attributes: string
  /** What selectors may know the element by. */
  readonly names: readonly string[]
}

/** Most tags are the same on page after page, so what they say is remembered by their text. */
const tags = new Map<string, Tag>()
/** The limit of all remembered tags together, so that made-up addresses cannot fill the memory. */
const MOST_LETTERS_OF_TAGS = 500_000
let lettersOfTags = 0

function readTag(piece: string): Tag | null {
  const known = tags.get(piece)
  if (known) return known
  // A copy: a piece of a page keeps the whole page in memory.
  const text = Buffer.from(piece).toString()
  TAG.lastIndex = 0
  const match = TAG.exec(text)
  if (!match) return null
  const [, end = '', tag = '', attributes = ''] = match
  const names = [tag]
  for (const [, attribute = '', value = ''] of attributes.matchAll(ATTRIBUTES)) {
    names.push(`[${attribute}`)
    if (attribute === 'class') names.push(...value.split(' ').map((name) => `.${name}`))
    if (attribute === 'id') names.push(`#${value}`)
  }
  const read = { tag, isEnd: end !== '', attributes, names }
  lettersOfTags += text.length
  if (lettersOfTags > MOST_LETTERS_OF_TAGS) {
    tags.clear()
    lettersOfTags = text.length
  }
  tags.set(text, read)
  return read
}

/** Where the tag ends that begins at `start`: at a `>` that stands in no quotes. */
function endOfTag(html: string, start: number): number {
  let isQuoted = false
  for (let at = start; at < html.length; at++) {
    const code = html.charCodeAt(at)
    if (code === QUOTE) isQuoted = !isQuoted
    else if (code === GREATER && !isQuoted) return at + 1
  }
  return html.length
}

const QUOTE = 0x22
const GREATER = 0x3e

/** Names that the visible elements of a page have: tags, `.classes`, `#ids` and `[attributes`. */
export function visibleNames(html: string): Set<string> {
  const names = new Set(BOOTED)
  const visibility = new Visibility()
  let end = 0
  for (let at = html.indexOf('<'); at >= 0; at = html.indexOf('<', end)) {
    end = endOfTag(html, at)
    const read = readTag(html.slice(at, end))
    if (read === null) {
      end = at + 1
      continue
    }
    const { tag, isEnd, attributes } = read
    if (isEnd) {
      visibility.leave(tag)
      continue
    }
    if (tag === 'script') {
      const close = html.indexOf('</script>', end)
      end = close < 0 ? html.length : close + '</script>'.length
      continue
    }
    const wasVisible = visibility.isVisible
    if (read.names.includes(LATER)) visibility.hide(tag)
    visibility.enter(tag, attributes)
    if (read.names.includes(LATER)) names.add(HIDDEN)
    else if (wasVisible || visibility.isVisible) for (const name of read.names) names.add(name)
  }
  return names
}

/** At-rules that the beginning of a page may need. */
const KEPT = /^@(font-face|keyframes)/
/**
 * Media queries whose rules can wait for the files. A query that begins with the height says what stays at the edges of low or
 * high windows, and what is further down in them.
 */
const UNSEEN = /^@media (print|\(forced-colors|\(hover|\(m(ax|in)-height)/

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

/**
 * @param read gives the text of a stylesheet by its address
 * @returns picks, from the stylesheets at some addresses, the rules that the beginning of a page uses, in their order
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
    // Unsorted: the names of one page always come in the same order.
    const key = `${hrefs.join()} ${[...names].join(' ')}`
    const known = made.get(key)
    if (known !== undefined) return known
    const rules = hrefs.map((href) => write(itemsOf(href), names)).join('')
    const css = (names.has(HIDDEN) ? HIDDEN : '') + leanCss(rules)
    made.set(key, css)
    return css
  }
}
