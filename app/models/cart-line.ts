import { type CartLine, type CartVariant, lineKey } from './cart.ts'
import { lineWords } from './cart-line-words.ts'
import { listedGiftValue } from './gift-code.ts'
import type { Market } from './market.ts'
import { UNNAMED_ITEM } from './messages.ts'
import { multiplyMoney, subtractToZero } from './money.ts'
import { editionOfChoice, editionPicture, isClassicTitle } from './option-choice.ts'
import { isOwnPicture } from './picture-sources.ts'
import type { PictureName } from './pictures.ts'
import { type Image, isBox, variantTitle } from './product.ts'
import { kindOf } from './product-kind.ts'
import { CLASSIC_WAND, wandOfTitle, wandPicture } from './wands.ts'

/** What is pictured at a line, from left to right; nothing for the store's own picture. */
export type LinePicture = {
  readonly kind: 'gift' | 'vol-1' | 'vol-2' | 'wands' | 'image'
  readonly names: readonly PictureName[]
}

/**
 * What was bought, as it is shown in the cart: the box in its edition with its wand, or the wands themselves. A
 * picture that the owner has put into the store is never replaced. Spec: 3 Cart line
 */
function linePicture(line: Parameters<typeof lineWords>[0] & { image: Image | null }): LinePicture {
  const storesOwn = { kind: 'image', names: [] } as const
  if (line.kind === 'gift') return { kind: 'gift', names: ['gift-envelope'] }
  if (line.image !== null && !isOwnPicture(line.image.url)) return storesOwn
  const { variantTitle, wands = [] } = line
  const wand = wandOfTitle(variantTitle) ?? (isClassicTitle(variantTitle) ? CLASSIC_WAND : null)
  // An upgrade that names no wand adds the classic one.
  if (line.kind === 'upgrade') return { kind: 'wands', names: [wandPicture(wand ?? CLASSIC_WAND)] }
  const kind = kindOf(line)
  if (isBox(kind)) {
    const edition = editionOfChoice({ title: variantTitle }, line.edition ?? null)
    const box = kind === 'vol-1' ? editionPicture(edition ?? 'Ember') : 'box-vol2-closed'
    return { kind, names: [box, ...(wand ? [wandPicture(wand)] : [])] }
  }
  if (wands.length > 0) return { kind: 'wands', names: wands.map(wandPicture) }
  return kind === 'wand' && wand ? { kind: 'wands', names: [wandPicture(wand)] } : storesOwn
}

/**
 * A line as it is shown: what was chosen, with what the catalogue says of it.
 * @param variant null when the store does not tell: as it was added, without a price
 */
export function lineView(
  line: CartLine,
  variant: CartVariant | null,
  market: Market,
  refusal: string | null = null,
) {
  const { added, ...chosen } = line
  const title = variant?.productTitle ?? added?.title ?? UNNAMED_ITEM
  const named = variant?.title ?? added?.variantTitle ?? ''
  const unitPrice = variant?.price ?? null
  const full = unitPrice && multiplyMoney(unitPrice, line.quantity)
  // The store makes it free; its listed value stands in where the price is unknown. Spec: 9 Gift bundle discount
  const wasPrice = line.kind === 'gift' ? (full ?? listedGiftValue(`${title} ${named}`, market)) : null
  const picture = added?.picture ? { url: added.picture, altText: null, width: null, height: null } : null
  const shown = {
    ...chosen,
    handle: variant?.handle ?? added?.handle ?? null,
    title,
    variantTitle: variantTitle({ title: named }),
    /** The store's own picture. */
    image: variant?.image ?? picture,
  }
  return {
    ...shown,
    ...lineWords(shown),
    key: lineKey(line),
    /** Options of the variant itself. */
    selectedOptions: variant?.selectedOptions ?? [],
    picture: linePicture(shown),
    unitPrice,
    linePrice: full && wasPrice ? subtractToZero(full, wasPrice) : full,
    wasPrice,
    /** Why the line blocks the checkout; null when it does not. */
    refusal,
  }
}

export type CartLineView = Readonly<ReturnType<typeof lineView>>
