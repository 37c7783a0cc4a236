import type { CartView } from '../../models/cart-view-types.ts'
import { formatMoney } from '../../models/money.ts'
import { Icon } from '../ui/icon.tsx'

/** How much is still to add for free shipping, as words and as a bar. Spec: 2 Cart drawer */
export function FreeShipping({ view }: { view: CartView }) {
  const { threshold, remaining, reached, giftOnly } = view.freeShipping
  const whole = Number(threshold.amount)
  const isFree = reached || giftOnly
  const now = isFree ? whole : whole - Number(remaining.amount)
  const missing = `${((whole - now) / whole) * 100}%`
  return (
    <div className="prog">
      {isFree ? (
        <span key={`free ${giftOnly}`}>
          <Icon name="check" />
          {giftOnly ? 'Your gift ships free.' : 'This order ships free.'}
        </span>
      ) : (
        <span key={remaining.amount}>
          {/* One text, so that it is read and found as one. */}
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
        aria-valuemax={whole}
        aria-valuenow={now}
        aria-valuetext={isFree ? 'Ships free' : `${formatMoney(remaining)} to go`}
      >
        <i style={{ right: missing }} />
      </div>
    </div>
  )
}
