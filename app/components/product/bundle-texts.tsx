import type { ReactNode } from 'react'
import { BUNDLE, bundleComplete } from '#app/content/bundle-words.ts'
import { BUNDLE_SIZES, type BundleSize } from '#app/models/bundle.ts'
import { bundleButtonText, chooseWands } from '#app/models/messages.ts'
import { WAND_STYLES } from '#app/models/wands.ts'
import { shownFor } from './shown-for.ts'

/**
 * Texts for every bundle size and every number of chosen wands. CSS shows those that match the checked inputs, so
 * they are correct without JavaScript too.
 */

const COUNTS = [0, ...WAND_STYLES.map((_, index) => index + 1)]

export function ShownFor({
  children,
  ...checked
}: {
  readonly size?: BundleSize
  readonly count?: number
  readonly children: ReactNode
}) {
  return <span className={shownFor(checked)}>{children}</span>
}

/** `3 of 4`, or just `3` while no size is chosen. */
export function WandCount() {
  return (
    <>
      {COUNTS.map((count) => (
        <ShownFor key={count} count={count}>
          {count}
        </ShownFor>
      ))}
      {BUNDLE_SIZES.map((size) => (
        <ShownFor key={size} size={size}>
          {' '}
          of {size}
        </ShownFor>
      ))}
    </>
  )
}

/** What to do next: begin, or how to take a wand back. */
export function NextStepMessage() {
  return (
    <>
      {BUNDLE_SIZES.map((size) => (
        <ShownFor key={size} size={size} count={0}>
          {chooseWands(size)}.
        </ShownFor>
      ))}
      <span className="count-0:hidden">{BUNDLE.takeBack}</span>
    </>
  )
}

/** The progress line of a complete bundle. */
export function CompleteMessage() {
  return BUNDLE_SIZES.map((size) => (
    <ShownFor key={size} size={size} count={size}>
      {bundleComplete(size)}
    </ShownFor>
  ))
}

/** Shown when one wand is missing. */
export function OneMoreMessage() {
  return BUNDLE_SIZES.map((size) => (
    <ShownFor key={size} size={size} count={size - 1}>
      {BUNDLE.oneMore}
    </ShownFor>
  ))
}

/** `Select N More`, then `Add Bundle`. */
export function BundleButtonLabel() {
  const pairs = BUNDLE_SIZES.flatMap((size) => COUNTS.map((count) => ({ size, count })))
  return (
    <>
      <span className="not-size-none:hidden">{bundleButtonText(0)}</span>
      {pairs.map(({ size, count }) => (
        <ShownFor key={`${size}-${count}`} size={size} count={count}>
          {bundleButtonText(Math.max(0, size - count))}
        </ShownFor>
      ))}
    </>
  )
}
