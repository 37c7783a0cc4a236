import type { ChoiceError } from './cart-change.ts'
import { failure, info, type Toast } from './messages.ts'
import { assertNever } from './result.ts'
import { type BundleSize, countWord, listOf, type WandStyle } from './wands.ts'

/** Why a bundle cannot have some wands. Also shown at a bundle size that is not available. */
export function wandsSoldOut(wands: readonly WandStyle[]): string {
  return `${listOf(wands)} ${wands.length === 1 ? 'is' : 'are'} sold out`
}

export function bundleRefused(wands: readonly WandStyle[]): Toast {
  return failure('Cannot add to cart', `${wandsSoldOut(wands)}. Please choose another wand.`)
}

/** The choice on a product page is incomplete. `size` is the chosen bundle size. Spec: 5 Cart add, Bundles */
export function choiceRefused(error: ChoiceError, size: BundleSize | null = null): Toast {
  switch (error) {
    case 'edition-required':
      return failure(
        'Please select a Phoenix Edition',
        'Choose your preferred Phoenix Edition before adding to cart.',
      )
    case 'option-required':
      return failure('Please select a product option', 'Choose your preferred option before adding to cart.')
    case 'wand-required':
      return {
        ...choiceRefused('option-required'),
        explanation: 'This set comes with a premium wand, and which one is up to you: choose your wand.',
      }
    case 'choose-size':
      return failure('Choose bundle size', 'Please select a bundle size first.')
    case 'maximum':
      return failure(
        `Maximum ${size} wands`,
        `You can only select ${size} wands for this bundle. Deselect a wand first.`,
      )
    case 'wrong-count':
      return failure('Wrong number of wands', `Please select exactly ${size} wands for this bundle.`)
    case 'bundle-not-found':
      return failure(
        'Bundle not found',
        `We could not find the ${size}-wand bundle in the store. Please choose another size, or write to us.`,
      )
    default:
      return assertNever(error)
  }
}

export function chooseWands(size: BundleSize): string {
  return `Choose your ${countWord(size)} wands`
}

/** Another size was chosen, which cleared the wands. Spec: 4 Bundle flow */
export function bundleCleared(size: BundleSize): Toast {
  return info(
    chooseWands(size),
    'Another size begins with an empty case, so the wands are back on the shelf.',
  )
}

/** The label of the bundle button. Spec: 4 Bundle flow */
export function bundleButtonText(missing: number): string {
  return missing > 0 ? `Select ${missing} More` : 'Add Bundle'
}
