/* The view of a cart, and what the browser computes of it while the server has not answered. The server builds it in `cart-view.ts`. */

import { hasKind, isFixed, itemCount, withQuantity } from './cart-fields.ts'
import type { CartLineView } from './cart-line.ts'
import type { CartDiscountView } from './discount.ts'
import { MARKETS, type Market } from './market.ts'
import { PRICE_UNAVAILABLE } from './messages.ts'
import {
  formatMoneyExact,
  freeShippingProgress,
  multiplyMoney,
  subtractToZero,
  sumMoney,
  toMinorUnits,
  zeroMoney,
} from './money.ts'

/** Everything that the drawer and the cart page show; see `buildCartView`. */
export type CartView = Readonly<ReturnType<typeof withTotals>> & {
  readonly shippingCountry: string | null
  readonly canCheckout: boolean
  readonly storeUnavailable: boolean
  /** Remote cart of the checkout opened last, which may be paid at any moment; null without one. */
  readonly remoteCartId: string | null
  readonly checkoutUrl: string | null
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
  return amount && toMinorUnits(amount) !== 0 ? `−${formatMoneyExact(amount)}` : null
}

/** Whether the order ships free: it is over the threshold, or has redeemed gifts only. Spec: 9 Free shipping */
export function isShippingFree({ freeShipping }: Pick<CartView, 'freeShipping'>): boolean {
  return freeShipping.reached || freeShipping.giftOnly
}

/** What the total is made of, by name. Delivery is always there: a row that appears would move the button below. */
export function totalRows(view: CartView): Readonly<Record<string, string>> {
  const prices = view.lines.flatMap(({ linePrice }) => linePrice ?? [])
  const discount = discountAmount(view)
  return {
    Subtotal: isTotalKnown(view) ? formatMoneyExact(sumMoney(prices, view.total.currencyCode)) : '—',
    ...(discount && { Discount: discount }),
    Delivery: isShippingFree(view) ? 'FREE' : 'At checkout',
  }
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
  const giftOnly = hasKind({ lines }, 'gift') && lines.every(({ kind }) => isFixed(kind))
  return {
    market,
    lines,
    discount,
    total,
    itemCount: itemCount({ lines }),
    freeShipping: { ...freeShippingProgress(total, market), giftOnly },
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
  return { ...view, ...withTotals(view.market, lines, discount), canCheckout }
}
