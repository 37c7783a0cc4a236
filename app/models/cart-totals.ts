/* The view of a cart, and what the browser computes of it while the server has not answered. The server builds it in `cart-view.ts`. */

import { hasKind, isFixed, itemCount, withQuantity } from './cart-fields.ts'
import type { CartDiscountView } from './discount.ts'
import { type FreeShippingProgress, freeShippingProgress } from './free-shipping.ts'
import { MARKETS, type Market } from './market.ts'
import { PRICE_UNAVAILABLE } from './messages.ts'
import {
  formatMoneyExact,
  isZeroMoney,
  type Money,
  multiplyMoney,
  subtractToZero,
  sumMoney,
  zeroMoney,
} from './money.ts'
import type { PictureName } from './pictures.ts'
import type { Image, SelectedOption } from './product.ts'
import type { CartLine } from './stored-cart.ts'

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
  /** See `lineTitle`. */
  readonly heading: string
  /** Description shown below the heading, one entry per row; see `lineDetails`. */
  readonly details: readonly string[]
  /** Heading and details in one; see `lineName`. */
  readonly name: string
  /** Who gets the box of Vol. II; null for anything else. */
  readonly boxGoesTo: string | null
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

function isGiftOnly({ lines }: Pick<CartView, 'lines'>): boolean {
  return hasKind({ lines }, 'gift') && lines.every(({ kind }) => isFixed(kind))
}

/** Whether the order ships free: it is over the threshold, or has redeemed gifts only. Spec: 9 Free shipping */
export function isShippingFree({ freeShipping }: Pick<CartView, 'freeShipping'>): boolean {
  return freeShipping.reached || freeShipping.giftOnly
}

/** What follows from the lines and the discount of a cart. */
export function withTotals(
  market: Market,
  lines: readonly CartLineView[],
  discount: CartDiscountView | null,
) {
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
