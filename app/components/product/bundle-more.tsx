import {
  SET_DESCRIPTION,
  WHY_SEVERAL,
  wandDetails,
  wandShipping,
  wandTerms,
  wandWarning,
} from '../../content/wand-copy.ts'
import { singlePrices } from '../../models/bundle.ts'
import { fillFacts } from '../../models/facts.ts'
import { MARKETS } from '../../models/market.ts'
import { compareMoney, formatMoney, subtractMoney } from '../../models/money.ts'
import type { Product } from '../../models/product.ts'
import { usePageFacts } from '../page/use-page-facts.ts'
import { useShop } from '../page/use-shop.ts'
import { Section } from '../ui/section.tsx'
import { AboutProduct, ProductDetails, PurchaseTerms, SafetyWarning } from './details.tsx'
import { NoBoxYet } from './wand-cross.tsx'

const NOTE = 'col-span-full max-w-[80ch] text-sm text-quiet'

/** Explains the prices that the savings are compared with. */
function SavingsNote({ wands }: { wands: Pick<Product, 'variants'> | null }) {
  const { market } = useShop()
  const { currencyCode } = MARKETS[market]
  const { classic, premium } = singlePrices(wands, currencyCode)
  const prices = { premiumWandPrice: formatMoney(premium), classicWandPrice: formatMoney(classic) }
  const comparison = fillFacts(
    'Savings compare with the same number of wands bought singly: {premiumWandPrice} for a premium wand, {classicWandPrice} for Dragon & Elder.',
    market,
    prices,
  )
  if (compareMoney(premium, classic) <= 0) return <p className={NOTE}>{comparison}</p>
  const difference = formatMoney(subtractMoney(premium, classic))
  return (
    <p className={NOTE}>
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
      <div className="wrap mt-[clamp(2rem,4vw,3.5rem)] grid items-start gap-x-[clamp(1.5rem,5vw,5rem)] gap-y-6 md:grid-cols-2">
        <SavingsNote wands={wands} />
        <PurchaseTerms {...terms} facts={facts} />
        <SafetyWarning text={wandWarning(facts, true)} />
      </div>
      <Section aria-labelledby="why">
        <h2 className="sr-only" id="why">
          Why own several
        </h2>
        <div className="grid gap-[clamp(1.5rem,4vw,4rem)] md:grid-cols-3">
          {WHY_SEVERAL.map(([heading, text]) => (
            <div key={heading}>
              <h3 className="text-[1.5rem]">{heading}</h3>
              <p className="mt-2.5 text-quiet">{text}</p>
            </div>
          ))}
        </div>
        <div className="mt-[clamp(2.5rem,5vw,4.5rem)] grid items-start gap-[clamp(2rem,5vw,5rem)] lg:grid-cols-2">
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
      </Section>
      <Section ground="bottle" aria-label="No box yet?">
        <NoBoxYet text="The wands are ready. They would like something to open." />
      </Section>
    </>
  )
}
