import type { CartLine } from './cart.ts'
import { GIFT_CONTENTS, giftKindOfTitle, WORDS_PER_CODE } from './gift-code.ts'
import {
  DEFAULT_WRAPPING,
  editionOfChoice,
  isBoxOnlyTitle,
  isClassicTitle,
  isPremiumWand,
  OPTION_TITLES,
  WRAPPINGS,
  type Wrapping,
} from './option-choice.ts'
import { isBox } from './product.ts'
import { kindOf } from './product-kind.ts'
import { countWord, wandOfTitle } from './wands.ts'

type Line = Pick<CartLine, 'kind' | 'edition' | 'wands' | 'wrapping'> & {
  readonly handle: string | null
  readonly title: string
  readonly variantTitle: string
}

/** As an attribute of the remote cart, the checkout and the order too. */
const WRAPPING_NAMES: Record<Wrapping, string> = {
  'gift-edition': 'Gift Edition Envelope',
  'printable-only': 'Printable letter',
  'no-wrapping': 'No wrapping, it is for me',
}

/** Who gets the box of a gift. */
export const BOX_OF_WORDS = 'The box ships to whoever says them: you, or somebody you love.'
/** The same in short: in the bar of the page, and at the line in the cart. */
export function boxGoesToShort(wrapping: Wrapping): string {
  return wrapping === 'no-wrapping'
    ? 'No magic words. The box ships to you with this order.'
    : 'Magic words by email. The box goes to whoever says them.'
}

const WORDS = countWord(WORDS_PER_CODE)

/** Who gets a box of Vol. II: below its price. */
export function boxGoesTo(wrapping: Wrapping): string {
  return wrapping === 'no-wrapping'
    ? 'No magic words are made. The box ships with this order, to the address of this order.'
    : `${WORDS.charAt(0).toUpperCase()}${WORDS.slice(1)} magic words come by email. ${BOX_OF_WORDS}`
}

/** The options of a line, as they are named on the product or redeem page; an unknown variant title as it is. */
function optionDetails({ handle, title, variantTitle, kind }: Line, wand: string[]): string[] {
  if (kind === 'upgrade') return [title, ...wand]
  if (kind === 'gift') return [title, `Gift bundle, ${GIFT_CONTENTS[giftKindOfTitle(variantTitle)]}`]
  if (!isBox(kindOf({ title, handle }))) return [variantTitle]
  if (isBoxOnlyTitle(variantTitle)) return [OPTION_TITLES['box-only']]
  if (isClassicTitle(variantTitle)) return [OPTION_TITLES['classic-wand']]
  return wand.length > 0 ? [OPTION_TITLES['premium-wand'], ...wand] : [variantTitle]
}

/**
 * What a line of the cart says: its heading; details below it, one entry per row: option, wand, edition, wands of a
 * bundle, wrapping; and both in one, for labels and messages, where lines of the same product must be distinguishable.
 * Spec: 2 Product detail, 3 Cart line
 */
export function lineWords(line: Line) {
  const { kind, title, variantTitle, wands = [], wrapping } = line
  const edition = editionOfChoice({ title: variantTitle }, line.edition ?? null)
  const style = wandOfTitle(variantTitle)
  const premium = style && isPremiumWand(style) ? [`Wand: ${style}`] : []
  // A gift, of which a cart has one at most, and an upgrade of it, which is a variant of the box, have their own.
  const upgrade = `Gift upgrade, ${premium.length > 0 ? 'Premium' : 'Classic'} Wand`
  const heading = kind === 'gift' ? 'Your gift' : kind === 'upgrade' ? upgrade : title
  const details = [
    ...optionDetails(line, premium),
    edition ? `Edition: ${edition}` : '',
    wands.length > 0 ? `${wands.length === 1 ? 'Wand' : 'Wands'}: ${wands.join(', ')}` : '',
    wrapping ? WRAPPING_NAMES[wrapping] + (wrapping === DEFAULT_WRAPPING ? ', free' : '') : '',
  ].filter((detail) => detail !== '')
  const name = kind === 'gift' ? heading : [heading, ...details].join(', ')
  return { heading, details, name, boxGoesTo: wrapping ? boxGoesToShort(wrapping) : null }
}

/** The options of a line as attributes of the remote cart: Edition, Gift wrapping, Wands. Product: 6 Wands of a bundle */
export function checkoutAttributes({ edition, wrapping, wands }: CartLine) {
  const attributes = {
    Edition: edition,
    'Gift wrapping': wrapping && WRAPPING_NAMES[wrapping],
    // Checkout, order page and the store's own mail show it: no mail of ours is sent without magic words.
    Box: wrapping === 'no-wrapping' && 'Ships with this order, to its address',
    Wands: wands?.join(', '),
  }
  return Object.entries(attributes).flatMap(([key, value]) => (value ? { key, value } : []))
}

/** The wrapping in the attributes of an order line, or null: the inverse of `checkoutAttributes`. */
export function wrappingOfAttributes(
  attributes: readonly { readonly key: string; readonly value: string | null }[],
): Wrapping | null {
  const value = attributes.find((attribute) => attribute.key === 'Gift wrapping')?.value
  return WRAPPINGS.find((wrapping) => WRAPPING_NAMES[wrapping] === value) ?? null
}
