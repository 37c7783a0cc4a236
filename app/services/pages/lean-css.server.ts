import { declarationsOf, parseStylesheet } from './stylesheet.server.ts'

/**
 * Makes the styles of a page's beginning shorter, and quicker to apply, without a change to what they paint: they only
 * count until the stylesheets have come, which say everything again.
 */

const KEYFRAMES = /@keyframes ([\w-]+)\{(?:[^{}]*\{[^{}]*\})*[^{}]*\}/g
const PROPERTIES = /(?<=[{;])(--[\w-]+):(?:[^;{}"'()]|"[^"]*"|'[^']*'|\((?:[^()]|\([^()]*\))*\))*;?/g
const ROOT = /^:(?:root|host)$/

const withoutSpaces = (value: string) =>
  value.replace(/("[^"]*"|'[^']*')|, /g, (_, text?: string) => text ?? ',')

/** Custom properties that the document's root sets once and for all, with their values. */
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

/** Writes the value of what never changes in place of its name: no element then has to look it up. */
function withConstants(css: string): string {
  const constants = constantsOf(css)
  const next = css.replace(
    /var\((--[\w-]+)(?:,[^()]*)?\)/g,
    (text, name: string) => constants.get(name) ?? text,
  )
  return next === css ? css : withConstants(next)
}

/** Drops keyframes and custom properties that nothing refers to any more. */
function withoutUnused(css: string): string {
  let last = css.replace(KEYFRAMES, (text, name: string) => (css.split(name).length > 2 ? text : ''))
  while (true) {
    const used = new Set(Array.from(last.matchAll(/var\((--[\w-]+)/g), ([, name]) => name))
    const next = last.replace(PROPERTIES, (text, name: string) => (used.has(name) ? text : ''))
    if (next.length === last.length) return withoutEmpty(withoutIdleAnimations(next))
    last = next
  }
}

/** Drops `animation` declarations, those for reduced motion too, where no keyframes are left. */
function withoutIdleAnimations(css: string): string {
  return css.includes('@keyframes') ? css : css.replace(/(?<=[{;])animation[\w-]*:[^;}]*;?/g, '')
}

function withoutEmpty(css: string): string {
  const next = css.replace(/(?<=^|[{};])[^{};]*\{\}/g, '').replaceAll(';}', '}')
  return next.length === css.length ? css : withoutEmpty(next)
}

/** Says what neighbouring rules with the same selector say in one of them. */
function withoutRepeats(css: string): string {
  const next = css.replace(/(?<=^|[{}])([^{}@]+)\{([^{}]+)\}\1\{(?=[^}])/g, '$1{$2;')
  return next.length === css.length ? css : withoutRepeats(next)
}

/** The same styles with constants in place of their names, and without what nothing uses. */
export function leanCss(css: string): string {
  return withoutRepeats(withoutUnused(withConstants(css)))
}
