import type { CartView } from '../../models/cart-view-types.ts'
import { formatMoneyExact, sumMoney } from '../../models/money.ts'
import { atCheckoutText } from '../../models/page-messages.ts'
import { Plate } from '../ui/plate.tsx'
import { CheckoutForm } from './checkout-form.tsx'
import { Destination } from './destination.tsx'
import { discountAmount } from './discount-amount.ts'
import { FreeShipping } from './free-shipping.tsx'
import { MagicWords } from './magic-words.tsx'

/** The right column of the cart page: shipping, discount, totals, checkout. */
export function CartSummary({ view }: { view: CartView }) {
  return (
    <Plate className="sum">
      <h2>Your order</h2>
      <FreeShipping view={view} />
      <Destination view={view} />
      <div className="code">
        <MagicWords view={view} />
      </div>
      <Totals view={view} />
      <CheckoutForm view={view} />
      <p className="hint">{atCheckoutText(view.freeShipping)}</p>
    </Plate>
  )
}

function Totals({ view }: { view: CartView }) {
  const { currencyCode } = view.total
  const prices = view.lines.flatMap((line) => line.linePrice ?? [])
  const subtotal = formatMoneyExact(sumMoney(prices, currencyCode))
  const discount = discountAmount(view)
  const isFree = view.freeShipping.reached || view.freeShipping.giftOnly
  return (
    <dl className="tots">
      <div>
        <dt>Subtotal</dt>
        <dd key={subtotal}>{subtotal}</dd>
      </div>
      {view.discount && view.discount.state !== 'unknown' ? (
        <div>
          <dt>Discount</dt>
          <dd key={discount}>{discount ?? '—'}</dd>
        </div>
      ) : null}
      {/* Always there: a row that appears would move the button below. */}
      <div>
        <dt>Delivery</dt>
        <dd key={`${isFree}`}>{isFree ? 'FREE' : 'At checkout'}</dd>
      </div>
      <div className="t">
        <dt>Total</dt>
        <dd key={view.total.amount}>{formatMoneyExact(view.total)}</dd>
      </div>
    </dl>
  )
}
