import { type CxOptions, cx } from 'class-variance-authority'
import { createTailwindMerge } from 'tailwind-merge'

const any = () => true
const but = (pattern: RegExp) => (value: string) => !pattern.test(value)
/** After `text-` a size, and no colour. */
const isSize = (value: string) =>
  /^(?:\d?x[sl]|hint|sm|md|base|lg|lede|h\d|(?:sub)?head|title|\[(?:[\d.]|m))/.test(value)
const isNumber = (value: string) => /^\[?[\d.]+(?:px|\])?/.test(value)

/** Groups of utilities that set the same property, named by their prefix. */
const named = (...prefixes: readonly string[]) =>
  Object.fromEntries(prefixes.map((prefix) => [prefix, [{ [prefix]: [any] }]]))

const PADDING = ['px', 'py', 'pt', 'pr', 'pb', 'pl']
const MARGIN = ['mx', 'my', 'mt', 'mr', 'mb', 'ml']
const EDGES = ['inset-x', 'inset-y', 'top', 'right', 'bottom', 'left']

/**
 * What primitives are overridden in, and no more: all that Tailwind has would be 6 kB in every visit.
 */
const merge = createTailwindMerge(() => ({
  cacheSize: 500,
  theme: {},
  classGroups: {
    ...named('p', ...PADDING, 'm', ...MARGIN, ...EDGES, 'gap', 'gap-x', 'gap-y'),
    ...named('size', 'w', 'h', 'min-w', 'min-h', 'max-w', 'max-h', 'aspect'),
    ...named('grid-cols', 'items', 'rounded', 'leading', 'tracking', 'shadow', 'shrink', 'grow'),
    ...named('translate-x', 'translate-y'),
    display: ['hidden', 'block', 'inline', 'inline-block', 'flex', 'inline-flex', 'grid', 'contents'],
    position: ['static', 'relative', 'absolute', 'fixed', 'sticky'],
    inset: [{ inset: [but(/^(?:ring|shadow)/)] }],
    flex: [{ flex: [but(/^(?:row|col|wrap|nowrap)/)] }],
    'text-size': [{ text: [isSize] }],
    'text-align': [{ text: ['left', 'center', 'right'] }],
    'text-wrap': [{ text: ['balance', 'pretty', 'wrap', 'nowrap'] }],
    'text-color': [{ text: [any] }],
    'bg-color': [{ bg: [but(/^(?:none|lamp|well|\[(?:linear|radial|conic|url|length))/)] }],
    'border-width': [{ border: ['', isNumber] }],
    'border-color': [{ border: [but(/^(?:[trblxyse](?:-|$)|solid|dashed|dotted|none|collapse|spacing)/)] }],
    'ring-width': [{ 'inset-ring': ['', isNumber] }],
    'ring-color': [{ 'inset-ring': [any] }],
    'stroke-width': [{ stroke: [isNumber] }],
  },
  conflictingClassGroups: {
    p: PADDING,
    px: ['pr', 'pl'],
    py: ['pt', 'pb'],
    m: MARGIN,
    mx: ['mr', 'ml'],
    my: ['mt', 'mb'],
    inset: EDGES,
    'inset-x': ['right', 'left'],
    'inset-y': ['top', 'bottom'],
    gap: ['gap-x', 'gap-y'],
    size: ['w', 'h'],
    flex: ['grow', 'shrink'],
    'text-size': ['leading'],
  },
  conflictingClassGroupModifiers: {},
  orderSensitiveModifiers: ['*', '**', 'before', 'after', 'placeholder'],
}))

/** Joins class names; of two utilities for the same property the later one wins. */
export function cn(...classes: CxOptions): string {
  return merge(cx(classes))
}
