import type { GiftReview } from '../../models/gift-review.ts'
import { formatMoney, formatMoneyExact, zeroMoney } from '../../models/money.ts'

/** The amounts to pay for each upgrade; CSS shows that of the chosen one. */
export function ReviewTotal({ review }: { review: GiftReview }) {
  const { offer, prices } = review
  const zero = formatMoney(zeroMoney(prices.addWand.currencyCode))
  const isUpgradable = offer.addWand || offer.upgradePremium
  return (
    <p className="sumr" aria-live="polite">
      <span>
        To pay at checkout
        <span className="hint" data-upgrade={isUpgradable ? 'none' : undefined}>
          The gift costs you nothing, shipping included.
        </span>
        {isUpgradable ? (
          <span className="hint" data-upgrade="any">
            The gift ships free. The upgrade is billed separately.
          </span>
        ) : null}
      </span>
      <b data-upgrade={isUpgradable ? 'none' : undefined}>{zero}</b>
      {offer.addWand ? <b data-upgrade="add-wand">{formatMoneyExact(prices.addWand)}</b> : null}
      {offer.upgradePremium ? (
        <b data-upgrade="upgrade-premium">{formatMoneyExact(prices.upgradePremium)}</b>
      ) : null}
    </p>
  )
}
