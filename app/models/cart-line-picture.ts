import type { CartLineView } from './cart-view-types.ts'
import {
  CLASSIC_WAND,
  type Edition,
  editionOfChoice,
  isClassicTitle,
  parseEdition,
  parseWandStyle,
  type WandStyle,
  wandOfTitle,
} from './option-choice.ts'
import { pictureOfImageUrl } from './picture-sources.ts'
import { classifyProduct, isUpgradeVariant, isVolume } from './product.ts'

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

type Line = Pick<CartLineView, 'handle' | 'title' | 'variantTitle' | 'attributes' | 'isGift' | 'image'>

function attributeOf({ attributes }: Line, ...names: readonly string[]): string {
  return attributes.find(({ label }) => names.includes(label))?.value ?? ''
}

/** The wand of a box or of an upgrade; an upgrade that names none adds the classic one. */
function wandOf(line: Line): WandStyle | null {
  const named = parseWandStyle(attributeOf(line, 'Wand')) ?? wandOfTitle(line.variantTitle)
  return named ?? (isClassicTitle(line.variantTitle) ? CLASSIC_WAND : null)
}

/**
 * What was bought, as it is shown in the cart: the box in its edition with its wand, or the wands themselves. A
 * picture that the owner has put into the store is never replaced. Spec: 3 Cart line
 */
export function linePicture(line: Line): LinePicture {
  if (line.isGift) return { kind: 'gift' }
  if (line.image !== null && pictureOfImageUrl(line.image.url).sources.length === 0) return { kind: 'image' }
  const wand = wandOf(line)
  if (isUpgradeVariant(line.variantTitle)) return { kind: 'wands', wands: [wand ?? CLASSIC_WAND] }
  const kind = classifyProduct(line.title, line.handle ?? '')
  if (isVolume(kind)) {
    const chosen = parseEdition(attributeOf(line, 'Edition'))
    return { kind: 'box', volume: kind, edition: editionOfChoice({ title: line.variantTitle }, chosen), wand }
  }
  const wands = attributeOf(line, 'Wands')
    .split(', ')
    .flatMap((name) => parseWandStyle(name) ?? [])
  if (wands.length > 0) return { kind: 'wands', wands }
  return kind === 'wand' && wand ? { kind: 'wands', wands: [wand] } : { kind: 'image' }
}
