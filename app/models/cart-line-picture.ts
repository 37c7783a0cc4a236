import type { CartLineView } from './cart-view-types.ts'
import { type Edition, editionOfChoice, isClassicTitle } from './option-choice.ts'
import { isOwnPicture } from './picture-sources.ts'
import { isUpgradeVariant, isVolume, kindOfLine } from './product.ts'
import { CLASSIC_WAND, type WandStyle, wandOfTitle } from './wands.ts'

/** What stands in the picture of a cart line; `image` is the store's own picture. */
export type LinePicture =
  | { readonly kind: 'gift' }
  | { readonly kind: 'wands'; readonly wands: readonly WandStyle[] }
  | {
      readonly kind: 'box'
      readonly volume: 'vol-1' | 'vol-2'
      readonly edition: Edition | null
      readonly wand: WandStyle | null
    }
  | { readonly kind: 'image' }

type Line = Pick<CartLineView, 'handle' | 'title' | 'variantTitle' | 'isGift' | 'image' | 'edition' | 'wands'>

/**
 * What was bought, as it is shown in the cart: the box in its edition with its wand, or the wands themselves. A
 * picture that the owner has put into the store is never replaced. Spec: 3 Cart line
 */
export function linePicture(line: Line): LinePicture {
  if (line.isGift) return { kind: 'gift' }
  if (line.image !== null && !isOwnPicture(line.image.url)) return { kind: 'image' }
  const { variantTitle, wands = [] } = line
  const wand = wandOfTitle(variantTitle) ?? (isClassicTitle(variantTitle) ? CLASSIC_WAND : null)
  // An upgrade that names no wand adds the classic one.
  if (isUpgradeVariant(variantTitle)) return { kind: 'wands', wands: [wand ?? CLASSIC_WAND] }
  const kind = kindOfLine(line)
  if (isVolume(kind)) {
    const edition = editionOfChoice({ title: variantTitle }, line.edition ?? null)
    return { kind: 'box', volume: kind, edition, wand }
  }
  if (wands.length > 0) return { kind: 'wands', wands }
  return kind === 'wand' && wand ? { kind: 'wands', wands: [wand] } : { kind: 'image' }
}
