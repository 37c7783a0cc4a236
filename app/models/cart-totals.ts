/* The view of a cart, and what the browser computes of it while the server has not answered. The server builds it in `cart-view.ts`. */

import { hasKind, isFixed, itemCount, withQuantity } from './cart-fields.ts'
import type { CartLineView } from './cart-line.ts'
import type { CartDiscountView } from './discount.ts'
import { MARKETS, type Market } from './market.ts'
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
  /** Remote cart of the checkout opened last, which may be paid at any moment; null without one. */
  readonly remoteCartId: string | null
  readonly checkoutUrl: string | null
}

/** The amount of the discount code, such as `−£3.50`, which line prices do not include; null when it is zero. */
export function discountAmount({ discount }: CartView): string | null {
  const amount = discount?.state === 'applied' ? discount.amount : null
  return amount && toMinorUnits(amount) !== 0 ? `−${formatMoneyExact(amount)}` : null
}

/** What the total is made of, by name. Delivery is always there: a row that appears would move the button below. */
export function totalRows(view: CartView): Readonly<Record<string, string>> {
  const discount = discountAmount(view)
  return {
    Subtotal: view.isTotalKnown ? formatMoneyExact(view.subtotal) : '—',
    ...(discount && { Discount: discount }),
    Delivery: view.freeShipping.isFree ? 'FREE' : 'At checkout',
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
  const subtotal = sumMoney(prices, currencyCode)
  const total = subtractToZero(subtotal, off)
  const progress = freeShippingProgress(total, market)
  const giftOnly = hasKind({ lines }, 'gift') && lines.every(({ kind }) => isFixed(kind))
  return {
    market,
    lines,
    discount,
    subtotal,
    total,
    /** Whether the total says anything: not while no line has a price, as in an outage. Spec: 2 Cart drawer */
    isTotalKnown: lines.length === 0 || prices.length > 0,
    itemCount: itemCount({ lines }),
    /** An order is free to ship over the threshold, or with redeemed gifts only. Spec: 9 Free shipping */
    freeShipping: { ...progress, giftOnly, isFree: progress.reached || giftOnly },
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
