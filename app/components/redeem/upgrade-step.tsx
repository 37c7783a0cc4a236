import type { ReactNode } from 'react'
import { upgradeWords } from '#app/content/redeem-words.ts'
import { formatMoneyExact, zeroMoney } from '#app/models/money.ts'
import type { GiftReview, UpgradeChoice } from '#app/models/redeem.ts'
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
    <ChoiceCard className="max-2xs:grid-cols-1">
      <ChoiceInput type="radio" name="upgrade" value={value} defaultChecked={value === chosen} />
      <ChoiceDot />
      <span>
        <b className="block leading-tight">{name}</b>
        <span className="block text-sm leading-snug text-quiet">{note}</span>
      </span>
      <span className="font-bold">{price}</span>
    </ChoiceCard>
  )
}

/** The upgrades available for a gift, with prices. Spec: 4 Redeem flow, 9 Other prices */
export function UpgradeStep({ review, chosen }: { review: GiftReview; chosen: UpgradeChoice }) {
  const { offer, prices, kind } = review
  const words = upgradeWords(kind)
  return (
    <fieldset aria-describedby="upgrade-note">
      <legend className="mb-1.5 text-base font-semibold">{words.title}</legend>
      <p className="text-hint text-quiet" id="upgrade-note">
        {words.text}
      </p>
      <div className="mt-3 grid gap-3">
        <Choice
          value="none"
          chosen={chosen}
          {...words.none}
          price={formatMoneyExact(zeroMoney(prices.addWand.currencyCode))}
        />
        {offer.addWand ? (
          <Choice
            value="add-wand"
            chosen={chosen}
            {...words.classic}
            price={formatMoneyExact(prices.addWand)}
          />
        ) : null}
        {offer.upgradePremium ? (
          <Choice
            value="upgrade-premium"
            chosen={chosen}
            {...words.premium}
            price={formatMoneyExact(prices.upgradePremium)}
          />
        ) : null}
      </div>
      {kind === 'box-only' ? (
        <p className="mt-2.5 text-hint text-quiet not-upgrade-none:hidden">{words.needsWand}</p>
      ) : null}
    </fieldset>
  )
}
