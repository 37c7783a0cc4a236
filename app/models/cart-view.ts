import {
  type Cart,
  type CartLine,
  type CartVariant,
  checkoutRefusal,
  lineKey,
  type VariantsById,
} from './cart.ts'
import { boxGoesToShort, lineDetails, lineName, lineTitle } from './cart-line-words.ts'
import { type CartLineView, type CartView, type LinePicture, withTotals } from './cart-totals.ts'
import type { CartDiscountView } from './discount.ts'
import { listedGiftValue } from './gift-code.ts'
import { type LineState, lineState } from './line-state.ts'
import type { Market } from './market.ts'
import { UNNAMED_ITEM } from './messages.ts'
import { multiplyMoney, subtractToZero } from './money.ts'
import { editionOfChoice, editionPicture, isClassicTitle } from './option-choice.ts'
import { isOwnPicture } from './picture-sources.ts'
import { type Image, isBox, kindOfLine, variantTitle } from './product.ts'
import { CLASSIC_WAND, wandOfTitle, wandPicture } from './wands.ts'

type ViewOptions = {
  /** The store is out of reach: nothing is said of lines that it does not tell of. */
  readonly storeUnavailable?: boolean
  /** What the store says of the lines whose variants it does not have, by their ids. */
  readonly states?: ReadonlyMap<string, LineState>
}

/** A picture whose address is all that is known. */
function pictureAt(url: string | null | undefined): Image | null {
  return url ? { url, altText: null, width: null, height: null } : null
}

type PicturedLine = Pick<
  CartLineView,
  'handle' | 'title' | 'variantTitle' | 'kind' | 'image' | 'edition' | 'wands'
>

/**
 * What was bought, as it is shown in the cart: the box in its edition with its wand, or the wands themselves. A
 * picture that the owner has put into the store is never replaced. Spec: 3 Cart line
 */
export function linePicture(line: PicturedLine): LinePicture {
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

/**
 * A line as it is shown.
 * @param variant null when the store does not tell: as it was added, without a price
 */
export function lineView(line: CartLine, variant: CartVariant | null, market: Market) {
  const { added, ...chosen } = line
  const title = variant?.productTitle ?? added?.title ?? UNNAMED_ITEM
  const named = variant?.title ?? added?.variantTitle ?? ''
  const { quantity } = line
  const unitPrice = variant?.price ?? null
  const full = unitPrice && multiplyMoney(unitPrice, quantity)
  // The store makes it free; its listed value stands in where the price is unknown. Spec: 9 Gift bundle discount
  const discount = line.kind === 'gift' ? (full ?? listedGiftValue(`${title} ${named}`, market)) : null
  const shown = {
    ...chosen,
    handle: variant?.handle ?? added?.handle ?? null,
    title,
    variantTitle: variantTitle({ title: named }),
    image: variant?.image ?? pictureAt(added?.picture),
  }
  const details = lineDetails(shown)
  return {
    ...shown,
    key: lineKey(line),
    selectedOptions: variant?.selectedOptions ?? [],
    picture: linePicture(shown),
    unitPrice,
    linePrice: full && discount ? subtractToZero(full, discount) : full,
    wasPrice: discount,
    heading: lineTitle(shown),
    details,
    name: lineName({ ...shown, details }),
    boxGoesTo: line.wrapping ? boxGoesToShort(line.wrapping) : null,
  }
}

/**
 * Builds the view of a cart. A line with an unknown variant has no price and does not count towards the total. Total
 * and progress towards free shipping are after the discount.
 * Spec: 2 Cart drawer, 4 Cart, 5 Checkout
 */
export function buildCartView(
  cart: Cart,
  variants: VariantsById,
  discount: CartDiscountView | null,
  { storeUnavailable = false, states }: ViewOptions = {},
): CartView {
  const lines = cart.lines.map((line) => {
    const variant = variants.get(line.variantId) ?? null
    const { refusal, replacement } = states?.get(line.variantId) ?? lineState(line, cart, variant)
    return {
      ...lineView(line, variant, cart.market),
      refusal: storeUnavailable ? null : refusal,
      isReplaceable: replacement !== undefined,
    }
  })
  return {
    ...withTotals(cart.market, lines, discount),
    shippingCountry: cart.shippingCountry,
    canCheckout: checkoutRefusal(cart) === null,
    storeUnavailable,
    remoteCartId: cart.checkout?.remoteCartId ?? null,
    checkoutUrl: cart.checkout?.url ?? null,
  }
}
