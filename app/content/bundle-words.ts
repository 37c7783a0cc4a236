import type { BundleSize } from '../models/bundle.ts'

/** The page on which a set of wands is put together. Spec: 4 Bundle flow */
export const BUNDLE = {
  title: 'Build Your Bundle',
  text: 'Choose how many wands you would like, then choose which.',
  size: 'Step 1. Choose the size',
  wands: 'Step 2. Select your wands',
  takeBack: 'Take one back by choosing it again.',
  oneMore: 'One more to go',
} as const

/** The progress line of a complete bundle. */
export function bundleComplete(size: BundleSize): string {
  return size === 6
    ? 'All six, then. That was easy.'
    : `That is all ${size}. A fine choice, and we would say so anyway.`
}

/** Explains what the savings are compared with. The prices are formatted; `less`: of Dragon & Elder, if it costs less. */
export function savingsNote(premium: string, classic: string, less: string | null): string {
  const comparison = `Savings compare with the same number of wands bought singly: ${premium} for a premium wand, ${classic} for Dragon & Elder.`
  return less === null
    ? comparison
    : `${comparison} For three, four and five wands the figure shown is for premium wands only. With Dragon & Elder among them it is ${less} less. The six-wand figure counts it already.`
}

export const SET_FEATURES = [
  'Three to six different wands, your choice',
  'Six styles: Dragon & Elder, Dragon & Oak, Dragon & Yew, Unicorn & Chestnut, Unicorn & Cherry, Phoenix & Elm',
  'Each one opens any Wizard Box, Vol. I or Vol. II',
  'Costs less than the same wands bought one by one',
]
