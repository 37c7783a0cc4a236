import { LIST_PRICES } from '#supabase/functions/_shared/markets/figures.ts'
import { memoizeText } from './memoize.ts'

/**
 * The one list of the wand styles: name, and name of the pictures. What is said of their number, what a
 * bundle holds and what can be chosen follow from it. Only add at its end: carts name a style by its place.
 * Spec: 3 Wand styles
 */
const WANDS = [
  { name: 'Dragon & Elder', picture: 'dragon-elder' },
  { name: 'Dragon & Oak', picture: 'dragon-oak' },
  { name: 'Dragon & Yew', picture: 'dragon-yew' },
  { name: 'Unicorn & Chestnut', picture: 'unicorn-chestnut' },
  { name: 'Unicorn & Cherry', picture: 'unicorn-cherry' },
  { name: 'Phoenix & Elm', picture: 'phoenix-elm' },
] as const

export type WandStyle = (typeof WANDS)[number]['name']

export const WAND_STYLES: readonly WandStyle[] = WANDS.map(({ name }) => name)
export const CLASSIC_WAND: WandStyle = 'Dragon & Elder'
export const PREMIUM_WANDS = WAND_STYLES.filter((wand) => wand !== CLASSIC_WAND)

/** The picture of a single wand, without background. */
export function wandPicture(wand: WandStyle) {
  const { picture } = WANDS.find(({ name }) => name === wand) ?? WANDS[0]
  return `wand-${picture}` as const
}

const NUMBERS = ['no', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten']

/** A small number as a word. @__NO_SIDE_EFFECTS__ */
export function countWord(count: number): string {
  return NUMBERS[count] ?? String(count)
}

/** `a, b and c` @__NO_SIDE_EFFECTS__ */
export function listOf(items: readonly string[], last = 'and'): string {
  return items.length < 2 ? items.join('') : `${items.slice(0, -1).join(', ')} ${last} ${items.at(-1)}`
}

/** Capitalizes the first letter, for a fact at the beginning of a sentence or cell. */
export function capitalizeFirst(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/** How many styles there are, and how many of them are premium: `six`, `five`. */
export const WAND_COUNT = countWord(WANDS.length)
export const PREMIUM_COUNT = countWord(PREMIUM_WANDS.length)

/** `three dragons, two unicorns and a phoenix`: the beasts that the names begin with. */
export const WAND_BEASTS = listOf(
  [...new Set(WAND_STYLES.map((name) => name.split(' ')[0] ?? ''))].map((beast) => {
    const count = WAND_STYLES.filter((name) => name.startsWith(beast)).length
    return count === 1 ? `a ${beast.toLowerCase()}` : `${countWord(count)} ${beast.toLowerCase()}s`
  }),
)

/** As many wands as there is a list price for: from 3. */
export type BundleSize = keyof typeof LIST_PRICES.bundle

export const BUNDLE_SIZES = Object.keys(LIST_PRICES.bundle).map(Number) as BundleSize[]

export function isWholeSet(size: BundleSize | null): boolean {
  return size === WANDS.length
}

/** `three, four, five or all six` */
export const SIZES_TEXT = listOf(
  BUNDLE_SIZES.map((size) => (isWholeSet(size) ? `all ${countWord(size)}` : countWord(size))),
  'or',
)

/** `three to six` */
export const SIZE_RANGE = `${countWord(Math.min(...BUNDLE_SIZES))} to ${countWord(Math.max(...BUNDLE_SIZES))}`

/**
 * Normalises a title for comparison: lowercase, "&" replaced by "and". Cached, as a page normalises the same few titles
 * hundreds of times.
 */
export const plainTitle = memoizeText((title) =>
  title
    .toLowerCase()
    .replace(/\s*&\s*/g, ' and ')
    .replace(/\s+/g, ' ')
    .trim(),
)

export function wandOfTitle(title: string): WandStyle | null {
  const text = plainTitle(title)
  return WAND_STYLES.find((wand) => text.includes(plainTitle(wand))) ?? null
}
