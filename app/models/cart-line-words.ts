import type { CartLineView } from './cart-view-types.ts'
import { GIFT_CONTENTS, giftKindOfTitle } from './gift-code.ts'
import {
  editionOfChoice,
  isBoxOnlyTitle,
  isClassicTitle,
  isPremiumWand,
  OPTION_TITLES,
  wandOfTitle,
} from './option-choice.ts'
import { classifyProduct, isUpgradeVariant } from './product.ts'

type Line = Pick<CartLineView, 'handle' | 'title' | 'variantTitle' | 'attributes' | 'isGift'>

/** The premium wand that a variant's title names, as a detail of its own; nothing where it names none. */
function wandDetail(variantTitle: string): string[] {
  const wand = wandOfTitle(variantTitle)
  return wand && isPremiumWand(wand) ? [`Wand: ${wand}`] : []
}

/** A box by the name of the option it was chosen as; a title that no option has is shown as it is. */
function boxWords(title: string): string[] {
  if (isUpgradeVariant(title))
    return [
      `Gift upgrade, ${wandDetail(title).length > 0 ? 'Premium' : 'Classic'} Wand`,
      ...wandDetail(title),
    ]
  if (isBoxOnlyTitle(title)) return [OPTION_TITLES['box-only']]
  if (isClassicTitle(title)) return [OPTION_TITLES['classic-wand']]
  return wandDetail(title).length > 0 ? [OPTION_TITLES['premium-wand'], ...wandDetail(title)] : [title]
}

function optionWords({ handle, title, variantTitle, isGift }: Line): string[] {
  if (isGift) return [title, `Gift bundle, ${GIFT_CONTENTS[giftKindOfTitle(variantTitle)]}`]
  const kind = classifyProduct(title, handle ?? '')
  return kind === 'vol-1' || kind === 'vol-2' ? boxWords(variantTitle) : [variantTitle]
}

/** The edition, where the title names one that the line itself does not. */
function editionWords({ attributes, variantTitle }: Line): string[] {
  if (attributes.some(({ label }) => label === 'Edition')) return []
  const edition = editionOfChoice({ title: variantTitle }, null)
  return edition ? [`Edition: ${edition}`] : []
}

/**
 * What the drawer and the cart page say of a line below its name: the option as it was chosen on the product or
 * redeem page, then wand, edition, wands of a bundle and wrapping, each once. Spec: 2 Product detail, 3 Cart line
 */
export function lineWords(line: Line): string[] {
  return [
    ...optionWords(line),
    ...editionWords(line),
    ...line.attributes.map(({ label, value }) => (label === 'Wrapping' ? value : `${label}: ${value}`)),
  ].filter(Boolean)
}
