import { isShippingFree, isTotalKnown, totalText } from '#app/models/cart-view.ts'
import type { CartView } from '#app/models/cart-view-types.ts'
import { formatMoneyExact, sumMoney } from '#app/models/money.ts'
import { atCheckoutText } from '#app/models/page-messages.ts'
import { cn } from '../ui/cn.ts'
import { Plate } from '../ui/plate.tsx'
import { discountAmount } from './cart-parts.tsx'
import { CheckoutForm } from './checkout-form.tsx'
import { Destination } from './destination.tsx'
import { FreeShipping, Tip } from './free-shipping.tsx'
import { MagicWords } from './magic-words.tsx'

/** The right column of the cart page: shipping, discount, totals, checkout. */
export function CartSummary({ view }: { view: CartView }) {
  return (
    <Plate className="grid grid-cols-1 gap-4 max-2xs:p-5 p-part lg:sticky lg:top-below-bar">
      <h2 className="text-2xl leading-heading">Your order</h2>
      <FreeShipping view={view} />
      <Tip view={view} />
      <Destination view={view} />
      {/* With room for a line of its message, which would move the button below. */}
      <div className="grid min-h-28 content-start gap-2.5">
        <MagicWords view={view} />
      </div>
      <Totals view={view} />
      <CheckoutForm view={view} />
      <p className="text-hint text-quiet">{atCheckoutText(view.market, isShippingFree(view))}</p>
    </Plate>
  )
}

const AMOUNT = 'flex justify-between gap-4 [&>dd]:font-semibold'

function Totals({ view }: { view: CartView }) {
  const { currencyCode } = view.total
  const prices = view.lines.flatMap((line) => line.linePrice ?? [])
  const isKnown = isTotalKnown(view)
  const subtotal = isKnown ? formatMoneyExact(sumMoney(prices, currencyCode)) : '—'
  const discount = discountAmount(view)
  const isFree = isShippingFree(view)
  return (
    <dl className="grid gap-2 border-t border-line pt-4 text-md">
      <div className={AMOUNT}>
        <dt className="text-quiet">Subtotal</dt>
        <dd key={subtotal}>{subtotal}</dd>
      </div>
      {view.discount && view.discount.state !== 'unknown' ? (
        <div className={AMOUNT}>
          <dt className="text-quiet">Discount</dt>
          <dd key={discount}>{discount ?? '—'}</dd>
        </div>
      ) : null}
      {/* Always there: a row that appears would move the button below. */}
      <div className={AMOUNT}>
        <dt className="text-quiet">Delivery</dt>
        <dd key={`${isFree}`}>{isFree ? 'FREE' : 'At checkout'}</dd>
      </div>
      <div className={cn(AMOUNT, 'mt-1.5 items-baseline border-t border-line pt-4')}>
        <dt className="text-base font-normal">Total</dt>
        <dd className={cn('text-xl leading-heading', !isKnown && 'text-md')} key={totalText(view)}>
          {totalText(view)}
        </dd>
      </div>
    </dl>
  )
}
