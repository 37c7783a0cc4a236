import type { CartLineView, LinePicture } from './cart-view-types.ts'
import { editionOfChoice, isClassicTitle } from './option-choice.ts'
import { isOwnPicture } from './picture-sources.ts'
import { isBox, kindOfLine } from './product.ts'
import { editionPicture, wandPicture } from './style-pictures.ts'
import { CLASSIC_WAND, wandOfTitle } from './wands.ts'

type Line = Pick<CartLineView, 'handle' | 'title' | 'variantTitle' | 'kind' | 'image' | 'edition' | 'wands'>

/**
 * What was bought, as it is shown in the cart: the box in its edition with its wand, or the wands themselves. A
 * picture that the owner has put into the store is never replaced. Spec: 3 Cart line
 */
export function linePicture(line: Line): LinePicture {
  if (line.kind === 'gift') return { kind: 'gift' }
  if (line.image !== null && !isOwnPicture(line.image.url)) return { kind: 'image' }
  const { variantTitle, wands = [] } = line
  const wand = wandOfTitle(variantTitle) ?? (isClassicTitle(variantTitle) ? CLASSIC_WAND : null)
  // An upgrade that names no wand adds the classic one.
  if (line.kind === 'upgrade') return { kind: 'wands', wands: [wandPicture(wand ?? CLASSIC_WAND)] }
  const kind = kindOfLine(line)
  if (isBox(kind)) {
    const edition = editionOfChoice({ title: variantTitle }, line.edition ?? null)
    const box = kind === 'vol-1' ? editionPicture(edition ?? 'Ember') : 'box-vol2-closed'
    return { kind, box, wand: wand && wandPicture(wand) }
  }
  if (wands.length > 0) return { kind: 'wands', wands: wands.map(wandPicture) }
  return kind === 'wand' && wand ? { kind: 'wands', wands: [wandPicture(wand)] } : { kind: 'image' }
}
