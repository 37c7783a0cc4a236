import { fillFacts } from '../../models/facts.ts'
import { MARKETS } from '../../models/market.ts'
import { compareMoney, formatMoney, moneyOf, subtractMoney } from '../../models/money.ts'
import { CLASSIC_WAND, singleWands } from '../../models/option-choice.ts'
import type { Product } from '../../models/product.ts'
import { usePageFacts } from '../content/use-page-facts.ts'
import { useShop } from '../layout/use-shop.ts'
import { AboutProduct, ProductDetails, PurchaseTerms, SafetyWarning } from './details.tsx'
import {
  SET_DESCRIPTION,
  WHY_SEVERAL,
  wandDetails,
  wandShipping,
  wandTerms,
  wandWarning,
} from './wand-copy.ts'
import { NoBoxYet } from './wand-cross.tsx'

/** Explains the prices that the savings are compared with. */
function SavingsNote({ wands }: { wands: Pick<Product, 'variants'> | null }) {
  const { market } = useShop()
  const { currencyCode } = MARKETS[market]
  const singles = wands ? singleWands(wands) : []
  const classic =
    singles.find(({ wand }) => wand === CLASSIC_WAND)?.variant.price ?? moneyOf(34, currencyCode)
  const premium =
    singles.find(({ wand }) => wand !== CLASSIC_WAND)?.variant.price ?? moneyOf(35, currencyCode)
  const prices = { premiumWandPrice: formatMoney(premium), classicWandPrice: formatMoney(classic) }
  const comparison = fillFacts(
    'Savings compare with the same number of wands bought singly: {premiumWandPrice} for a premium wand, {classicWandPrice} for Dragon & Elder.',
    market,
    prices,
  )
  if (compareMoney(premium, classic) <= 0) return <p className="small muted note">{comparison}</p>
  const difference = formatMoney(subtractMoney(premium, classic))
  return (
    <p className="small muted note">
      {comparison} For three, four and five wands the figure shown is for premium wands only. With Dragon &
      Elder among them it is {difference} less. The six-wand figure counts it already.
    </p>
  )
}

/** The sections below the bundle builder. */
export function BundleDetails({ wands, title }: { wands: Pick<Product, 'variants'> | null; title: string }) {
  const facts = usePageFacts()
  const terms = wandTerms(facts)
  return (
    <>
      <div className="wrap beside">
        <SavingsNote wands={wands} />
        <PurchaseTerms {...terms} facts={facts} />
        <SafetyWarning text={wandWarning(facts, true)} />
      </div>
      <section className="sec" aria-labelledby="why">
        <div className="wrap">
          <h2 className="sr" id="why">
            Why own several
          </h2>
          <div className="why">
            {WHY_SEVERAL.map(([heading, text]) => (
              <div key={heading}>
                <h3>{heading}</h3>
                <p className="muted">{text}</p>
              </div>
            ))}
          </div>
          <div className="det">
            <AboutProduct
              title={`About ${title}`}
              description={SET_DESCRIPTION}
              features={[
                'Three to six different wands, your choice',
                'Six styles: Dragon & Elder, Dragon & Oak, Dragon & Yew, Unicorn & Chestnut, Unicorn & Cherry, Phoenix & Elm',
                'Each one opens any Wizard Box, Vol. I or Vol. II',
                'Costs less than the same wands bought one by one',
              ]}
            />
            <ProductDetails rows={wandDetails(facts, true)} shipping={wandShipping(facts)} />
          </div>
        </div>
      </section>
      <section className="dark bottle sec" aria-label="No box yet?">
        <div className="wrap">
          <NoBoxYet text="The wands are ready. They would like something to open." />
        </div>
      </section>
    </>
  )
}
