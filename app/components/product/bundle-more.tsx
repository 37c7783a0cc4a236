import { SET_FEATURES, savingsNote } from '#app/content/bundle-words.ts'
import {
  NO_BOX_YET,
  WHY_SEVERAL,
  WHY_SEVERAL_TITLE,
  wandDetails,
  wandShipping,
  wandTerms,
  wandWarning,
} from '#app/content/wand-words.ts'
import { singlePrices } from '#app/models/bundle.ts'
import { MARKETS } from '#app/models/market.ts'
import { compareMoney, formatMoney, subtractMoney } from '#app/models/money.ts'
import type { Product } from '#app/models/product.ts'
import { SET_DESCRIPTION } from '#app/models/product-descriptions.ts'
import { usePageFacts } from '../page/use-page-facts.ts'
import { useShop } from '../page/use-shop.ts'
import { Section } from '../ui/section.tsx'
import { AboutProduct, ProductDetails, PurchaseTerms, SafetyWarning } from './details.tsx'
import { NoBoxYet } from './wand-cross.tsx'

/** Explains the prices that the savings are compared with. */
function SavingsNote({ wands }: { wands: Pick<Product, 'variants'> | null }) {
  const { market } = useShop()
  const { currencyCode } = MARKETS[market]
  const { classic, premium } = singlePrices(wands, currencyCode)
  const less = compareMoney(premium, classic) > 0 ? formatMoney(subtractMoney(premium, classic)) : null
  return (
    <p className="col-span-full max-w-wide text-sm text-quiet">
      {savingsNote(formatMoney(premium), formatMoney(classic), less)}
    </p>
  )
}

/** The sections below the bundle builder. */
export function BundleDetails({ wands, title }: { wands: Pick<Product, 'variants'> | null; title: string }) {
  const facts = usePageFacts()
  return (
    <>
      <div className="wrap mt-panel grid items-start gap-x-column gap-y-5 md:grid-cols-2">
        <SavingsNote wands={wands} />
        <PurchaseTerms {...wandTerms(facts)} />
        <SafetyWarning text={wandWarning(facts, true)} />
      </div>
      <Section aria-labelledby="why">
        <h2 className="sr-only" id="why">
          {WHY_SEVERAL_TITLE}
        </h2>
        <div className="grid gap-gutter md:grid-cols-3">
          {WHY_SEVERAL.map(([heading, text]) => (
            <div key={heading}>
              <h3 className="text-xl">{heading}</h3>
              <p className="mt-2.5 text-quiet">{text}</p>
            </div>
          ))}
        </div>
        <div className="mt-band grid items-start gap-column lg:grid-cols-2">
          <AboutProduct title={`About ${title}`} description={SET_DESCRIPTION} features={SET_FEATURES} />
          <ProductDetails rows={wandDetails(facts, true)} shipping={wandShipping(facts)} />
        </div>
      </Section>
      <Section ground="bottle" aria-label={NO_BOX_YET.title}>
        <NoBoxYet text={NO_BOX_YET.textOfSet} />
      </Section>
    </>
  )
}
