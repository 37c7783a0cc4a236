import type { ChoiceCondition } from '#app/models/box-offers.ts'
import type { BundleSize } from '#app/models/bundle.ts'
import type { Wrapping } from '#app/models/option-choice.ts'

type Checked = ChoiceCondition & {
  readonly wrapping?: Wrapping
  readonly size?: BundleSize
  /** Slug of a wand in the bundle. */
  readonly wands?: string
  /** Number of wands in the bundle. */
  readonly count?: number
}

/**
 * Classes of an element that is shown only while all of these are checked. `app.css` names them for Tailwind, which
 * finds only what is written out in full.
 */
export function shownFor(checked: Checked): string {
  return Object.entries(checked)
    .filter(([, value]) => value !== undefined)
    .map(([field, value]) => `not-${field}-${value}:hidden`)
    .join(' ')
}
