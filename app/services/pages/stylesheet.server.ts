/**
 * Takes the build's stylesheets apart: rules inside `@media`, `@supports` and `@container`, with every nesting of
 * selectors already resolved, as the build writes them.
 */

/** One of a rule's selectors. */
type Selector = {
  readonly text: string
  /** Names without which it matches nothing: `ul`, `.card`, `#main`, `[open`. */
  readonly names: readonly string[]
  /** Lists of names; of each group, one list must be there. */
  readonly choices: readonly (readonly (readonly string[])[])[]
  /** Whether it names a state, such as `:hover`, that nobody sees before the files have come. */
  readonly isLater: boolean
}
/** `body`: the declarations that show before somebody points, scrolls or types. */
type Rule = { readonly selectors: readonly Selector[]; readonly body: string }
type Group = { readonly head: string; readonly items: readonly Item[] }
/** A string stands for what is kept as it is: fonts, keyframes, statements. */
export type Item = Rule | Group | string

const NESTING = /^@(media|supports|container)\b/
const NAMES = /[.#]?(?:[_a-zA-Z-]|\\.)(?:[\w-]|\\.)*/g
const ATTRIBUTES = /(?<!\\)\[([\w-]+)[^\]]*\]/g
/** A pair of parentheses with none inside, and what stands before it. */
const INNERMOST = /(:[\w-]+)?(?<!\\)\(((?:[^()\\]|\\.)*)\)/
const LATER = /:(hover|active|focus|target|user-)|::(selection|backdrop|placeholder|view-transition)/

/** @returns the items of a stylesheet in their order; what can't be read is left out */
export function parseStylesheet(css: string): readonly Item[] {
  const items: Item[] = []
  let at = 0
  while (at < css.length) {
    const open = css.indexOf('{', at)
    const semicolon = css.indexOf(';', at)
    if (open < 0 || (semicolon >= 0 && semicolon < open)) {
      const end = semicolon < 0 ? css.length : semicolon + 1
      const statement = css.slice(at, end).trim()
      if (statement.startsWith('@')) items.push(statement)
      at = end
      continue
    }
    const close = endOfBlock(css, open)
    items.push(itemOf(css.slice(at, open).trim(), css.slice(open + 1, close)))
    at = close + 1
  }
  return items
}

function itemOf(head: string, body: string): Item {
  if (NESTING.test(head)) return { head, items: parseStylesheet(body) }
  if (head.startsWith('@')) return `${head}{${body}}`
  return { body: seen(body), selectors: splitSelectors(head).map(readSelector) }
}

/** Declarations that show nothing at first. */
const UNSEEN =
  /^(?:transition|cursor|will-change|touch-action|user-select|scroll-|scrollbar-color|overscroll-|content-visibility|contain-intrinsic-|view-transition-|-webkit-user-select|-webkit-text-decoration)/
/** A declaration: a semicolon in a string or parentheses does not end it. */
const DECLARATION =
  /(?:[^;"'()]|"[^"]*"|'[^']*'|\((?:[^()"']|"[^"]*"|'[^']*'|\((?:[^()]|\([^()]*\))*\))*\))+/g

/** The declarations of a rule, without the semicolons. */
export function declarationsOf(body: string): string[] {
  return (body.match(DECLARATION) ?? []).map((text) => text.trim()).filter(Boolean)
}

const seen = (body: string) =>
  declarationsOf(body)
    .filter((text) => !UNSEEN.test(text))
    .join(';')

/** Where the block ends that begins at `open`. */
function endOfBlock(css: string, open: number): number {
  let depth = 0
  for (let at = open; at < css.length; at++) {
    const char = css[at]
    if (char === '\\') at++
    else if (char === '"' || char === "'") at = endOfString(css, at)
    else if (char === '{') depth++
    else if (char === '}' && --depth === 0) return at
  }
  return css.length
}

function endOfString(css: string, open: number): number {
  for (let at = open + 1; at < css.length; at++) {
    if (css[at] === '\\') at++
    else if (css[at] === css[open]) return at
  }
  return css.length
}

/** Splits a list of selectors at its commas, those in brackets apart. */
function splitSelectors(head: string): string[] {
  const selectors = ['']
  let depth = 0
  for (const char of head) {
    if (char === '(' || char === '[') depth++
    else if (char === ')' || char === ']') depth--
    if (char === ',' && depth === 0) selectors.push('')
    else selectors[selectors.length - 1] += char
  }
  return selectors
}

/** A selector without what stands in its parentheses: states in there are not its own. */
function withoutParentheses(text: string): string {
  let plain = text
  while (/\([^()]*\)/.test(plain)) plain = plain.replace(/\([^()]*\)/g, '')
  return plain
}

/** A name with its escaped characters as they are in the page. */
const unescaped = (name: string) => name.replace(/\\(.)/g, '$1')

/** `:not()` requires nothing; of the alternatives in `:is()`, one must be present. */
function readSelector(text: string): Selector {
  const choices: (readonly string[])[][] = []
  let plain = text
  for (let inner = INNERMOST.exec(plain); inner; inner = INNERMOST.exec(plain)) {
    const [whole, kind = '', content = ''] = inner
    if (/^:(is|where|has)$/.test(kind)) choices.push(splitSelectors(content).map(namesIn))
    plain = plain.replace(whole, () => ' ')
  }
  return { text, names: namesIn(plain), choices, isLater: LATER.test(withoutParentheses(text)) }
}

/** Tags, `.classes`, `#ids` and `[attributes]` of a selector without parentheses. */
function namesIn(selector: string): string[] {
  const attributes = Array.from(selector.matchAll(ATTRIBUTES), ([, name]) => `[${name}`)
  const rest = selector.replace(ATTRIBUTES, ' ').replace(/(?<!\\)::?[\w-]+/g, ' ')
  return [...(rest.match(NAMES) ?? []).map(unescaped), ...attributes]
}
