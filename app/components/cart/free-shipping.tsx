import { SHIPS_FREE } from '#app/content/cart-words.ts'
import { isShippingFree, isTotalKnown } from '#app/models/cart-view.ts'
import type { CartView } from '#app/models/cart-view-types.ts'
import { formatMoney } from '#app/models/money.ts'
import { cn } from '../ui/cn.ts'
import { Icon } from '../ui/icon.tsx'

/** Progress towards free shipping, as text and progress bar. Spec: 2 Cart drawer */
export function FreeShipping({ view, className }: { view: CartView; className?: string }) {
  const { threshold, remaining, giftOnly } = view.freeShipping
  // Without prices there is no progress, only the rule.
  if (!isTotalKnown(view))
    return (
      <p className={cn('text-sm leading-relaxed', className)}>Free shipping over {formatMoney(threshold)}</p>
    )
  const goal = Number(threshold.amount)
  const isFree = isShippingFree(view)
  const now = isFree ? goal : Math.max(0, goal - Number(remaining.amount))
  const missing = `${((goal - now) / goal) * 100}%`
  return (
    <div className={cn('text-sm leading-relaxed', className)}>
      {isFree ? (
        <span key={`free ${giftOnly}`} className="flex items-center gap-2">
          <Icon name="check" className="size-5 stroke-2 text-verdigris" />
          {giftOnly ? SHIPS_FREE.gift : SHIPS_FREE.order}
        </span>
      ) : (
        <span key={remaining.amount}>
          Add <b>{formatMoney(remaining)}</b> more for free shipping
        </span>
      )}
      <div
        className="relative mt-2.5 h-1.5 bg-off short-phone:mt-2 forced-colors:outline"
        role="progressbar"
        aria-label="Progress to free shipping"
        aria-valuemin={0}
        aria-valuemax={goal}
        aria-valuenow={now}
        aria-valuetext={isFree ? 'Ships free' : `${formatMoney(remaining)} to go`}
      >
        <i
          className="absolute inset-0 foil transition-[right] duration-open ease-lid forced-colors:border-y-3 forced-colors:border-highlight"
          style={{ right: missing }}
        />
      </div>
    </div>
  )
}
