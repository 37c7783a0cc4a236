import { REVIEW } from '../../content/redeem-words.ts'
import { formatMoneyExact, zeroMoney } from '../../models/money.ts'
import type { GiftReview } from '../../models/redeem.ts'
import { cn } from '../ui/cn.ts'

const HINT = 'block text-hint text-quiet'
const AMOUNT = 'text-h4'

/** The amounts to pay for each upgrade; CSS shows that of the chosen one. */
export function ReviewTotal({ review }: { review: GiftReview }) {
  const { offer, prices } = review
  const zero = formatMoneyExact(zeroMoney(prices.addWand.currencyCode))
  const isUpgradable = offer.addWand || offer.upgradePremium
  return (
    <p className="flex max-w-none justify-between gap-4 border-t border-line pt-4" aria-live="polite">
      <span>
        {REVIEW.toPay}
        <span className={cn(HINT, isUpgradable && 'not-upgrade-none:hidden')}>{REVIEW.free}</span>
        {isUpgradable ? (
          <span className={cn(HINT, 'upgrade-none:hidden')}>{REVIEW.upgradeBilled}</span>
        ) : null}
      </span>
      <b className={cn(AMOUNT, isUpgradable && 'not-upgrade-none:hidden')}>{zero}</b>
      {offer.addWand ? (
        <b className={cn(AMOUNT, 'not-upgrade-add:hidden')}>{formatMoneyExact(prices.addWand)}</b>
      ) : null}
      {offer.upgradePremium ? (
        <b className={cn(AMOUNT, 'not-upgrade-premium:hidden')}>{formatMoneyExact(prices.upgradePremium)}</b>
      ) : null}
    </p>
  )
}
