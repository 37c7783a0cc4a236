import { LRUCache } from 'lru-cache'
import { leanCss } from './lean-css.server.ts'
import { type Item, parseStylesheet } from './stylesheet.server.ts'

/**
 * Critical CSS: the rules that the visible elements above a page's fold use, to be inlined in its head, so that the
 * browser paints without waiting for a file. The stylesheets follow at the fold and repeat all rules, so that a rule
 * left out here is missing only until they are loaded.
 */

const MAX_CACHED_CHARACTERS = 4_000_000
const TAG = /<(\/?)([a-z][\w-]*)((?:[^>"]|"[^"]*")*)>/y
const ATTRIBUTES = /\s([\w-]+)(?:="([^"]*)")?/g

/**
 * Marks an element that is hidden until the stylesheets are loaded, because it is outside the normal layout, or its
 * resources would be fetched too soon. The stylesheets show it again, with a `display` for this attribute or its
 * class.
 */
const LATER = '[data-later'
const HIDDEN = '[data-later]{display:none}'

/**
 * Tracks whether elements are visible: not in a closed `details` or `dialog`, nor in one marked with `data-later`.
 */
class Visibility {
  #closed: { tag: string; inSummary: boolean }[] = []
  #later: { tag: string; depth: number } | null = null

  get isVisible(): boolean {
    return this.#later === null && this.#closed.every(({ inSummary }) => inSummary)
  }

  /** Hides the element that is about to be entered, with its content. */
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

/** Names that the boot script may add to the document before the first paint. */
const BOOT_NAMES = ['html', 'body', '.js', '[data-splash', '[data-consent']

/** A parsed tag of a page. */
type Tag = {
  readonly tag: string
  readonly isEnd: boolean
  readonly attributes: string
  /** What selectors can match the element by: tag, `.class`, `#id`, `[attribute`. */
  readonly names: readonly string[]
}

/** Parsed tags by their text: most tags are the same on many pages. */
const tags = new Map<string, Tag>()
/** Limit of all cached tags together, as pages can contain arbitrary user input. */
const MAX_TAG_CHARACTERS = 500_000
let tagCharacters = 0

function parseTag(slice: string): Tag | null {
  const cached = tags.get(slice)
  if (cached) return cached
  // A copy of the text, as a slice of a page keeps the whole page in memory.
  const text = Buffer.from(slice).toString()
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
  const parsed = { tag, isEnd: end !== '', attributes, names }
  tagCharacters += text.length
  if (tagCharacters > MAX_TAG_CHARACTERS) {
    tags.clear()
    tagCharacters = text.length
  }
  tags.set(text, parsed)
  return parsed
}

/** The end of the tag that begins at `start`: after the first `>` outside quotes. */
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

/** Names of the visible elements of a page: tags, `.classes`, `#ids` and `[attributes`. */
export function visibleNames(html: string): Set<string> {
  const names = new Set(BOOT_NAMES)
  const visibility = new Visibility()
  let end = 0
  for (let at = html.indexOf('<'); at >= 0; at = html.indexOf('<', end)) {
    end = endOfTag(html, at)
    const parsed = parseTag(html.slice(at, end))
    if (parsed === null) {
      end = at + 1
      continue
    }
    const { tag, isEnd, attributes, names: ownNames } = parsed
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
    if (ownNames.includes(LATER)) visibility.hide(tag)
    visibility.enter(tag, attributes)
    if (ownNames.includes(LATER)) names.add(HIDDEN)
    else if (wasVisible || visibility.isVisible) for (const name of ownNames) names.add(name)
  }
  return names
}

/** At-rules that are included whole. `leanCss` removes unused keyframes. */
const WHOLE_RULE = /^@(font-face|keyframes)/
/**
 * Media queries whose rules can wait for the stylesheets. Those that begin with the height are used for elements that
 * stick to the edges of low or high windows, and for what is below the fold there.
 */
const DEFERRED_QUERY = /^@media (print|\(forced-colors|\(hover|\(m(ax|in)-height)/

function selectRules(items: readonly Item[], names: ReadonlySet<string>): string {
  const hasAll = (required: readonly string[]) => required.every((name) => names.has(name))
  let css = ''
  for (const item of items) {
    if (typeof item === 'string') css += WHOLE_RULE.test(item) ? item : ''
    else if ('body' in item) {
      const used = item.selectors.filter(
        ({ isLater, names: required, choices }) =>
          !isLater && hasAll(required) && choices.every((choice) => choice.some(hasAll)),
      )
      if (used.length > 0) css += `${used.map(({ text }) => text).join()}{${item.body}}`
    } else if (!DEFERRED_QUERY.test(item.head)) {
      const inner = selectRules(item.items, names)
      if (inner) css += `${item.head}{${inner}}`
    }
  }
  return css
}

/**
 * @param read returns the text of a stylesheet by its URL
 * @returns a function that selects, from the stylesheets at some URLs, the rules that a part of a page uses, in their
 * order
 */
export function createCriticalCss(read: (href: string) => string) {
  const sheets = new Map<string, readonly Item[]>()
  const results = new LRUCache<string, string>({
    maxSize: MAX_CACHED_CHARACTERS,
    sizeCalculation: (css, key) => css.length + key.length,
  })

  function itemsOf(href: string): readonly Item[] {
    const items = sheets.get(href) ?? parseStylesheet(read(href))
    sheets.set(href, items)
    return items
  }

  return (html: string, hrefs: readonly string[]): string => {
    const names = visibleNames(html)
    // Not sorted: the names of the same page always have the same order.
    const key = `${hrefs.join()} ${[...names].join(' ')}`
    const cached = results.get(key)
    if (cached !== undefined) return cached
    const rules = hrefs.map((href) => selectRules(itemsOf(href), names)).join('')
    const css = (names.has(HIDDEN) ? HIDDEN : '') + leanCss(rules)
    results.set(key, css)
    return css
  }
}
