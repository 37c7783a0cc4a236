/**
 * Parses the build's stylesheets: rules, also inside `@media`, `@supports` and `@container`. Nested selectors are
 * expected to be resolved by the build.
 */

/** One of a rule's selectors. */
type Selector = {
  readonly text: string
  /** Names that must all be present for it to match: `ul`, `.card`, `#main`, `[open`. */
  readonly names: readonly string[]
  /**
   * Groups of alternatives, from `:is()` and the like: of each group, all names of one alternative must be present.
   */
  readonly choices: readonly (readonly (readonly string[])[])[]
  /** Whether it depends on a state, such as `:hover`, that does not matter before the stylesheets are loaded. */
  readonly isLater: boolean
}
/** `body`: the declarations that are visible before any interaction. */
type Rule = { readonly selectors: readonly Selector[]; readonly body: string }
type Group = { readonly head: string; readonly items: readonly Item[] }
/** A string is an at-rule that is not parsed further: fonts, keyframes, statements. */
export type Item = Rule | Group | string

const NESTING = /^@(media|supports|container)\b/
const NAMES = /[.#]?(?:[_a-zA-Z-]|\\.)(?:[\w-]|\\.)*/g
const ATTRIBUTES = /(?<!\\)\[([\w-]+)[^\]]*\]/g
/** Innermost parentheses, with the pseudo-class before them. */
const INNERMOST = /(:[\w-]+)?(?<!\\)\(((?:[^()\\]|\\.)*)\)/
const LATER_STATES = /:(hover|active|focus|target|user-)|::(selection|backdrop|placeholder|view-transition)/

/** @returns the items of a stylesheet in their order; invalid ones are left out */
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
  return { body: visibleDeclarations(body), selectors: splitSelectors(head).map(parseSelector) }
}

/** Declarations without effect on the first paint. */
const INVISIBLE_DECLARATION =
  /^(?:transition|cursor|will-change|touch-action|user-select|scroll-|scrollbar-color|overscroll-|content-visibility|contain-intrinsic-|view-transition-|-webkit-user-select|-webkit-text-decoration)/
/** Matches one declaration; a semicolon in a string or in parentheses does not end it. */
const DECLARATION =
  /(?:[^;"'()]|"[^"]*"|'[^']*'|\((?:[^()"']|"[^"]*"|'[^']*'|\((?:[^()]|\([^()]*\))*\))*\))+/g

/** The declarations of a rule, without the semicolons. */
export function declarationsOf(body: string): string[] {
  return (body.match(DECLARATION) ?? []).map((text) => text.trim()).filter(Boolean)
}

const visibleDeclarations = (body: string) =>
  declarationsOf(body)
    .filter((text) => !INVISIBLE_DECLARATION.test(text))
    .join(';')

/** The index of the brace that closes the block opened at `open`. */
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

/** Splits a selector list at its top-level commas. */
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

/** Removes parentheses with their content, whose states do not apply to the selector itself. */
function withoutParentheses(text: string): string {
  let plain = text
  while (/\([^()]*\)/.test(plain)) plain = plain.replace(/\([^()]*\)/g, '')
  return plain
}

/** Removes the escapes of a name, as it has none in HTML. */
const unescapeName = (name: string) => name.replace(/\\(.)/g, '$1')

/** `:not()` requires no names; `:is()`, `:where()` and `:has()` require one of their alternatives. */
function parseSelector(text: string): Selector {
  const choices: (readonly string[])[][] = []
  let plain = text
  for (let inner = INNERMOST.exec(plain); inner; inner = INNERMOST.exec(plain)) {
    const [whole, kind = '', content = ''] = inner
    if (/^:(is|where|has)$/.test(kind)) choices.push(splitSelectors(content).map(namesIn))
    plain = plain.replace(whole, () => ' ')
  }
  return { text, names: namesIn(plain), choices, isLater: LATER_STATES.test(withoutParentheses(text)) }
}

/** Tags, `.classes`, `#ids` and `[attributes]` of a selector without parentheses. */
function namesIn(selector: string): string[] {
  const attributes = Array.from(selector.matchAll(ATTRIBUTES), ([, name]) => `[${name}`)
  const rest = selector.replace(ATTRIBUTES, ' ').replace(/(?<!\\)::?[\w-]+/g, ' ')
  return [...(rest.match(NAMES) ?? []).map(unescapeName), ...attributes]
}
