import type { ReactNode } from 'react'
import type { GiftReview } from '../../models/gift-review.ts'
import { formatMoney, formatMoneyExact, zeroMoney } from '../../models/money.ts'
import type { UpgradeChoice } from '../../models/redeem.ts'

function Choice(props: {
  value: UpgradeChoice
  chosen: UpgradeChoice
  name: string
  note: string
  price: ReactNode
}) {
  const { value, chosen, name, note, price } = props
  return (
    <label className="o">
      <input type="radio" name="upgrade" value={value} defaultChecked={value === chosen} />
      <span className="dot" />
      <span>
        <b>{name}</b>
        <span className="small muted">{note}</span>
      </span>
      <span className="pr">{price}</span>
    </label>
  )
}

/** The upgrades available for a gift, with prices. Spec: 4 Redeem flow, 9 Other prices */
export function UpgradeStep({ review, chosen }: { review: GiftReview; chosen: UpgradeChoice }) {
  const { offer, prices, kind } = review
  const isBox = kind === 'box-only'
  return (
    <fieldset aria-describedby="upgrade-note">
      <legend className="label">Upgrade your gift</legend>
      <p className="hint" id="upgrade-note">
        Only if you like. The gift is complete as it is.
      </p>
      <div className="opt">
        <Choice
          value="none"
          chosen={chosen}
          name="No upgrade"
          note={isBox ? 'Just the box, as it was given.' : 'The Classic Wand, as it was given.'}
          price={formatMoney(zeroMoney(prices.addWand.currencyCode))}
        />
        {offer.addWand ? (
          <Choice
            value="add-wand"
            chosen={chosen}
            name="Add the Classic Wand"
            note="Dragon & Elder"
            price={formatMoneyExact(prices.addWand)}
          />
        ) : null}
        {offer.upgradePremium ? (
          <Choice
            value="upgrade-premium"
            chosen={chosen}
            name={isBox ? 'Add a Premium Wand' : 'Change to a Premium Wand'}
            note="Choose one of five styles."
            price={formatMoney(prices.upgradePremium)}
          />
        ) : null}
      </div>
      {isBox ? (
        <p className="hint" data-upgrade="none">
          You will need a wand to open it. Ours work, and so do original wands of the earlier company.
        </p>
      ) : null}
    </fieldset>
  )
}
