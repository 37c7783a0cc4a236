import type { CartView } from '../../models/cart-view-types.ts'
import { formatMoney } from '../../models/money.ts'
import { Icon } from '../ui/icon.tsx'

/** Progress towards free shipping, as text and progress bar. Spec: 2 Cart drawer */
export function FreeShipping({ view }: { view: CartView }) {
  const { threshold, remaining, reached, giftOnly } = view.freeShipping
  const goal = Number(threshold.amount)
  const isFree = reached || giftOnly
  const now = isFree ? goal : goal - Number(remaining.amount)
  const missing = `${((goal - now) / goal) * 100}%`
  return (
    <div className="prog">
      {isFree ? (
        <span key={`free ${giftOnly}`}>
          <Icon name="check" />
          {giftOnly ? 'Your gift ships free.' : 'This order ships free.'}
        </span>
      ) : (
        <span key={remaining.amount}>
          {/* One element, so that it is read and found as one text. */}
          <span>
            Add <b>{formatMoney(remaining)}</b> more for free shipping
          </span>
        </span>
      )}
      <div
        className="track"
        role="progressbar"
        aria-label="Progress to free shipping"
        aria-valuemin={0}
        aria-valuemax={goal}
        aria-valuenow={now}
        aria-valuetext={isFree ? 'Ships free' : `${formatMoney(remaining)} to go`}
      >
        <i style={{ right: missing }} />
      </div>
    </div>
  )
}
