import { type CxOptions, cx } from 'class-variance-authority'

/** The property that a utility sets, for the properties that are overridden anywhere: a given name, or the matched prefix. */
const GROUPS: readonly (readonly [RegExp, string?])[] = [
  [/^(?:hidden|block|inline|inline-block|flex|inline-flex|grid|contents)$/, 'display'],
  [/^(?:static|relative|absolute|fixed|sticky)$/, 'position'],
  [/^text-(?:\d?x[sl]|hint|sm|md|base|lg|lede|h\d|(?:sub)?head|title|\[(?:[\d.]|m))/, 'text-size'],
  [/^text-(?:left|center|right)$/, 'text-align'],
  [/^text-(?:balance|pretty|wrap|nowrap)$/, 'text-wrap'],
  [/^text-/, 'text-color'],
  [/^bg-(?!none|lamp|well|\[(?:linear|radial|conic|url|length))/, 'bg-color'],
  [/^flex-(?!row|col|wrap|nowrap)/, 'flex'],
  [/^(stroke)-(?=\[?[\d.])/],
  [/^border-(?!collapse)/, 'border-color'],
  [/^-?(p[xytrbl]?|m[xytrbl]?|inset-[xy]|inset|top|right|bottom|left|gap-[xy]|gap)-/],
  [/^-?(size|(?:min-|max-)?[wh]|aspect|grid-cols|items|rounded|leading|tracking|shade)-/],
]

/** The other properties that a utility overrides besides its own. */
const COVERED: Readonly<Record<string, string>> = {
  p: 'px py pt pr pb pl',
  px: 'pr pl',
  py: 'pt pb',
  m: 'mx my mt mr mb ml',
  mx: 'mr ml',
  my: 'mt mb',
  inset: 'inset-x inset-y top right bottom left',
  'inset-x': 'right left',
  'inset-y': 'top bottom',
  gap: 'gap-x gap-y',
  size: 'w h',
  'text-size': 'leading',
}

/** Splits a class into variants, utility and important mark. The utility follows the last colon outside brackets. */
const CLASS = /^(.*?)((?:\[[^\]]*\]|\([^)]*\)|[^:[(])*?)(!?)$/

function merge(classes: string): string {
  const taken = new Set<string>()
  const isKept = (name: string) => {
    const [, variants = '', utility = '', important = ''] = CLASS.exec(name) ?? []
    const [pattern, group = pattern?.exec(utility)?.[1]] = GROUPS.find(([known]) => known.test(utility)) ?? []
    if (group === undefined) return true
    const key = (property: string) => variants + important + property
    if (taken.has(key(group))) return false
    for (const property of [group, ...(COVERED[group]?.split(' ') ?? [])]) taken.add(key(property))
    return true
  }
  return classes.split(' ').reverse().filter(isKept).reverse().join(' ')
}

const merged = new Map<string, string>()

/** Joins class names; of two utilities for the same property the later one wins. */
export function cn(...classes: CxOptions): string {
  const all = cx(classes)
  const known = merged.get(all) ?? merge(all)
  merged.set(all, known)
  return known
}
