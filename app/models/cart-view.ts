import {
  type Cart,
  type CartLine,
  type CartVariant,
  checkoutRefusal,
  hasKind,
  isFixed,
  itemCount,
  lineKey,
  type VariantsById,
  withQuantity,
} from './cart.ts'
import { lineDetails } from './cart-line-words.ts'
import type { CartDiscountView } from './discount.ts'
import { type FreeShippingProgress, freeShippingProgress } from './free-shipping.ts'
import { listedGiftValue } from './gift-code.ts'
import { type LineState, lineState } from './line-state.ts'
import { MARKETS, type Market } from './market.ts'
import { PRICE_UNAVAILABLE, UNNAMED_ITEM } from './messages.ts'
import {
  formatMoneyExact,
  isZeroMoney,
  type Money,
  multiplyMoney,
  subtractToZero,
  sumMoney,
  zeroMoney,
} from './money.ts'
import { editionOfChoice, editionPicture, isClassicTitle } from './option-choice.ts'
import { isOwnPicture } from './picture-sources.ts'
import type { PictureName } from './pictures.ts'
import { type Image, isBox, kindOfLine, type SelectedOption, variantTitle } from './product.ts'
import { CLASSIC_WAND, wandOfTitle, wandPicture } from './wands.ts'

/** What a cart line shows; `image` is the store's own picture. */
export type LinePicture =
  | { readonly kind: 'gift' | 'image' }
  | { readonly kind: 'wands'; readonly wands: readonly PictureName[] }
  | { readonly kind: 'vol-1' | 'vol-2'; readonly box: PictureName; readonly wand: PictureName | null }

/** A line as it is shown: what was chosen, with what the catalogue says of it. */
export type CartLineView = Omit<CartLine, 'added'> & {
  readonly key: string
  readonly handle: string | null
  readonly title: string
  readonly variantTitle: string
  /** Options of the variant itself. */
  readonly selectedOptions: readonly SelectedOption[]
  readonly image: Image | null
  readonly picture: LinePicture
  readonly unitPrice: Money | null
  readonly linePrice: Money | null
  readonly wasPrice: Money | null
  /** Description shown below the title, one entry per row; see `lineDetails`. */
  readonly details: readonly string[]
  /** Message why this line blocks the checkout; null when it does not. */
  readonly refusal: string | null
  /** The store has the same options under another id, which can take its place. */
  readonly isReplaceable: boolean
}

/** A step that is worth telling in the cart, and the page where it is taken. */
export type CartTip = { readonly text: string; readonly label: string; readonly href: string }

/** Everything that the drawer and the cart page show; see `buildCartView`. */
export type CartView = {
  readonly market: Market
  readonly lines: readonly CartLineView[]
  readonly itemCount: number
  readonly total: Money
  readonly discount: CartDiscountView | null
  readonly freeShipping: FreeShippingProgress & { readonly giftOnly: boolean }
  readonly shippingCountry: string | null
  readonly canCheckout: boolean
  readonly storeUnavailable: boolean
  /** Remote cart of the checkout opened last, which may be paid at any moment; null without one. */
  readonly remoteCartId: string | null
  readonly checkoutUrl: string | null
  /** Missing while a change is expected only. */
  readonly tip?: CartTip | null
}

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
  return {
    ...shown,
    key: lineKey(line),
    selectedOptions: variant?.selectedOptions ?? [],
    picture: linePicture(shown),
    unitPrice,
    linePrice: full && discount ? subtractToZero(full, discount) : full,
    wasPrice: discount,
    details: lineDetails(shown),
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

/** Whether the total says anything: not while no line has a price, as in an outage. Spec: 2 Cart drawer */
export function isTotalKnown({ lines }: Pick<CartView, 'lines'>): boolean {
  return lines.length === 0 || lines.some(({ linePrice }) => linePrice !== null)
}

/** The total with cents, or that it is unknown. */
export function totalText(view: Pick<CartView, 'lines' | 'total'>): string {
  return isTotalKnown(view) ? formatMoneyExact(view.total) : PRICE_UNAVAILABLE
}

/** The amount of the discount code, such as `−£3.50`, which line prices do not include; null when it is zero. */
export function discountAmount({ discount }: CartView): string | null {
  const amount = discount?.state === 'applied' ? discount.amount : null
  return amount && !isZeroMoney(amount) ? `−${formatMoneyExact(amount)}` : null
}

function isGiftOnly({ lines }: Pick<Cart, 'lines'>): boolean {
  return hasKind({ lines }, 'gift') && lines.every(({ kind }) => isFixed(kind))
}

/** Whether the order ships free: it is over the threshold, or has redeemed gifts only. Spec: 9 Free shipping */
export function isShippingFree({ freeShipping }: Pick<CartView, 'freeShipping'>): boolean {
  return freeShipping.reached || freeShipping.giftOnly
}

/** What follows from the lines and the discount of a cart. */
function withTotals(market: Market, lines: readonly CartLineView[], discount: CartDiscountView | null) {
  const { currencyCode } = MARKETS[market]
  const prices = lines.flatMap((line) => line.linePrice ?? [])
  const off = (discount?.state === 'applied' && discount.amount) || zeroMoney(currencyCode)
  const total = subtractToZero(sumMoney(prices, currencyCode), off)
  return {
    market,
    lines,
    discount,
    total,
    itemCount: itemCount({ lines }),
    freeShipping: { ...freeShippingProgress(total, market), giftOnly: isGiftOnly({ lines }) },
  }
}

/** The expected view after the change of a form, as far as it is known without the server. */
export function expectedView(view: CartView, form: Pick<FormData, 'get'>): CartView {
  const line = view.lines.find(({ key }) => key === form.get('line'))
  switch (form.get('intent')) {
    case 'update':
      return withQuantityOf(view, line, Number(form.get('quantity')))
    case 'adjust':
      return withQuantityOf(view, line, (line?.quantity ?? 0) + Number(form.get('by')))
    case 'remove':
      return withQuantityOf(view, line, 0)
    case 'remove-discount':
      return withLines(view, view.lines, null)
    case 'set-country': {
      const country = String(form.get('country'))
      return { ...view, shippingCountry: country || null, canCheckout: country !== '' }
    }
    default:
      return view
  }
}

function withQuantityOf(view: CartView, line: CartLineView | undefined, wanted: number): CartView {
  if (!line) return view
  const lines = withQuantity(view.lines, line, wanted).map((other) => {
    if (other.key !== line.key || isFixed(other.kind)) return other
    return { ...other, linePrice: other.unitPrice && multiplyMoney(other.unitPrice, other.quantity) }
  })
  return withLines(view, lines)
}

/** The view with other lines; an applied discount keeps its amount. */
function withLines(view: CartView, lines: readonly CartLineView[], discount = view.discount): CartView {
  const canCheckout = view.canCheckout && lines.length > 0
  return { ...view, ...withTotals(view.market, lines, discount), canCheckout, tip: undefined }
}
