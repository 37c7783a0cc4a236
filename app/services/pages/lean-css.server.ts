import { declarationsOf, parseStylesheet } from './stylesheet.server.ts'

/**
 * Makes critical CSS shorter, and quicker to apply, without changing what it paints. It can drop whatever only
 * matters once the stylesheets are loaded, as these repeat all rules.
 */

const KEYFRAMES = /@keyframes ([\w-]+)\{(?:[^{}]*\{[^{}]*\})*[^{}]*\}/g
const PROPERTIES = /(?<=[{;])(--[\w-]+):(?:[^;{}"'()]|"[^"]*"|'[^']*'|\((?:[^()]|\([^()]*\))*\))*;?/g
const ROOT = /^:(?:root|host)$/

const withoutSpaces = (value: string) =>
  value.replace(/("[^"]*"|'[^']*')|, /g, (_, text?: string) => text ?? ',')

/** Custom properties that are set only once, on the root element, with their values. */
function constantsOf(css: string): Map<string, string> {
  const constants = new Map<string, string>()
  for (const item of parseStylesheet(css)) {
    if (typeof item === 'string' || 'items' in item || !item.selectors.every(({ text }) => ROOT.test(text)))
      continue
    for (const text of declarationsOf(item.body)) {
      const [, name, value] = /^\s*(--[\w-]+):\s*(.*?)\s*$/s.exec(text) ?? []
      if (name && value) constants.set(name, withoutSpaces(value))
    }
  }
  for (const name of constants.keys())
    if (css.split(new RegExp(`[{;]${name}:`)).length !== 2) constants.delete(name)
  return constants
}

/** Replaces constant custom properties by their values. */
function inlineConstants(css: string): string {
  const constants = constantsOf(css)
  const next = css.replace(
    /var\((--[\w-]+)(?:,[^()]*)?\)/g,
    (text, name: string) => constants.get(name) ?? text,
  )
  return next === css ? css : inlineConstants(next)
}

/** Removes keyframes and custom properties that nothing refers to any more. */
function removeUnused(css: string): string {
  let last = css.replace(KEYFRAMES, (text, name: string) => (css.split(name).length > 2 ? text : ''))
  while (true) {
    const used = new Set(Array.from(last.matchAll(/var\((--[\w-]+)/g), ([, name]) => name))
    const next = last.replace(PROPERTIES, (text, name: string) => (used.has(name) ? text : ''))
    if (next.length === last.length) return removeEmpty(removeIdleAnimations(next))
    last = next
  }
}

/** Removes `animation` declarations, also those for reduced motion, where no keyframes are left. */
function removeIdleAnimations(css: string): string {
  return css.includes('@keyframes') ? css : css.replace(/(?<=[{;])animation[\w-]*:[^;}]*;?/g, '')
}

/** Removes empty rules and blocks, repeatedly, as blocks become empty with them. */
function removeEmpty(css: string): string {
  const next = css.replace(/(?<=^|[{};])[^{};]*\{\}/g, '').replaceAll(';}', '}')
  return next.length === css.length ? css : removeEmpty(next)
}

/** Merges neighbouring rules with the same selector. */
function mergeNeighbours(css: string): string {
  const next = css.replace(/(?<=^|[{}])([^{}@]+)\{([^{}]+)\}\1\{(?=[^}])/g, '$1{$2;')
  return next.length === css.length ? css : mergeNeighbours(next)
}

/** Inlines constants, removes what is unused, and merges neighbouring rules. */
export function leanCss(css: string): string {
  return mergeNeighbours(removeUnused(inlineConstants(css)))
}
