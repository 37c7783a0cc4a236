import {
  BUNDLE_SIZES,
  type BundleSize,
  CLASSIC_WAND,
  countWord,
  isWholeSet,
  listOf,
  WAND_COUNT,
} from '../models/wands.ts'

const PARTIAL = BUNDLE_SIZES.filter((size) => !isWholeSet(size))

export function bundleComplete(size: BundleSize): string {
  return isWholeSet(size)
    ? `All ${countWord(size)}, then. That was easy.`
    : `That is all ${size}. A fine choice, and we would say so anyway.`
}

/** Explains what the savings are compared with. The prices are formatted; `less`: of Dragon & Elder, if it costs less. */
export function savingsNote(premium: string, classic: string, less: string | null): string {
  const comparison = `Savings compare with the same number of wands bought singly: ${premium} for a premium wand, ${classic} for Dragon & Elder.`
  return less === null
    ? comparison
    : `${comparison} For ${listOf(PARTIAL.map(countWord))} wands the figure shown is for premium wands only. With ${CLASSIC_WAND} among them it is ${less} less. The ${WAND_COUNT}-wand figure counts it already.`
}
