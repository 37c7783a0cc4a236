import type { ReactNode } from 'react'
import { formatMoneyExact, zeroMoney } from '../../models/money.ts'
import type { GiftReview, UpgradeChoice } from '../../models/redeem.ts'
import { ChoiceCard, ChoiceDot, ChoiceInput } from '../ui/choice-card.tsx'

function Choice(props: {
  value: UpgradeChoice
  chosen: UpgradeChoice
  name: string
  note: string
  price: ReactNode
}) {
  const { value, chosen, name, note, price } = props
  return (
    <ChoiceCard className="max-md:gap-3 max-md:p-3.5">
      <ChoiceInput type="radio" name="upgrade" value={value} defaultChecked={value === chosen} />
      <ChoiceDot />
      <span>
        <b className="block leading-[1.3]">{name}</b>
        <span className="block text-sm leading-[1.4] text-quiet">{note}</span>
      </span>
      <span className="font-bold">{price}</span>
    </ChoiceCard>
  )
}

/** The upgrades available for a gift, with prices. Spec: 4 Redeem flow, 9 Other prices */
export function UpgradeStep({ review, chosen }: { review: GiftReview; chosen: UpgradeChoice }) {
  const { offer, prices, kind } = review
  const isBox = kind === 'box-only'
  return (
    <fieldset aria-describedby="upgrade-note">
      <legend className="mb-1.5 text-base font-semibold">Upgrade your gift</legend>
      <p className="text-hint text-quiet" id="upgrade-note">
        Only if you like. The gift is complete as it is.
      </p>
      <div className="mt-3 grid gap-3">
        <Choice
          value="none"
          chosen={chosen}
          name="No upgrade"
          note={isBox ? 'Just the box, as it was given.' : 'The Classic Wand, as it was given.'}
          price={formatMoneyExact(zeroMoney(prices.addWand.currencyCode))}
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
            price={formatMoneyExact(prices.upgradePremium)}
          />
        ) : null}
      </div>
      {isBox ? (
        <p className="mt-2.5 text-hint text-quiet not-upgrade-none:hidden">
          You will need a wand to open it. Ours work, and so do original wands of the earlier company.
        </p>
      ) : null}
    </fieldset>
  )
}
