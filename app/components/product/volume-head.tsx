import { type ReactNode, useRef } from 'react'
import { vol2Subtitle } from '../../models/facts.ts'
import { MARKETS } from '../../models/market.ts'
import { formatMoney } from '../../models/money.ts'
import type { ProductChoice } from '../../models/option-choice.ts'
import { OPTION_CHOICES } from '../../models/option-choice.ts'
import { optionPrice } from '../../models/option-price.ts'
import { fromPrice, kindOf, type Product } from '../../models/product.ts'
import type { PageFacts } from '../content/page-facts.ts'
import { useShop } from '../layout/use-shop.ts'
import { Badge } from '../ui/badge.tsx'
import { ShownIf } from './condition-props.tsx'
import type { SoldOut } from './offers.ts'
import type { VolumeCopy } from './volume-copy.ts'

/** The number of copies of Vol. I, or that it is sold out. */
function LimitedNotice({ facts, isSoldOut }: { facts: PageFacts; isSoldOut: boolean }) {
  const { vol1Copies, ashbornCopies, sunfireCopies, emberCopies } = facts
  return (
    <div className="lim">
      <span className="no" aria-hidden="true">
        {vol1Copies}
      </span>
      <b>Limited Edition</b>
      <span>
        {isSoldOut
          ? `All ${vol1Copies} copies have found a shelf. Vol. II: Magical You is next.`
          : `${vol1Copies} signed and numbered copies, and then no more. Ashborn ${ashbornCopies}, Sunfire ${sunfireCopies}, Ember ${emberCopies}.`}
      </span>
    </div>
  )
}

/** Badge, title, summary and price at the top of a volume's page. */
export function VolumeHead({
  product,
  copy,
  facts,
  soldOut,
  total,
}: {
  product: Product
  copy: VolumeCopy
  facts: PageFacts
  soldOut: SoldOut
  total: ReactNode
}) {
  const { now } = useShop()
  const isVol1 = kindOf(product) === 'vol-1'
  const from = fromPrice(product)
  return (
    <>
      {isVol1 ? <Badge>LIMITED EDITION</Badge> : <Badge tone="free">{vol2Subtitle(facts.market, now)}</Badge>}
      <h1>{copy.title}</h1>
      <p className="lede muted">{copy.summary}</p>
      {/* The CSS selects a price by radio buttons further down, so the price must come after the fold. */}
      <p className="tot">
        {total}
        {isVol1 ? null : (
          <ShownIf className="badge free" wrapping="gift-edition">
            <s>
              <span className="sr">Worth </span>
              {facts.envelopeValue}
            </s>{' '}
            FREE Gift Envelope Included
          </ShownIf>
        )}
        {from ? <span className="small muted">From {formatMoney(from)}</span> : null}
      </p>
      {isVol1 ? (
        <LimitedNotice facts={facts} isSoldOut={soldOut.options.length === OPTION_CHOICES.length} />
      ) : null}
    </>
  )
}

/** Announces the total of a new choice to screen readers; empty before the first change. */
export function TotalAnnouncement({
  product,
  choice,
  isSoldOut,
}: {
  product: Product
  choice: ProductChoice
  isSoldOut: boolean
}) {
  const { market } = useShop()
  const initialChoice = useRef(choice)
  const price = optionPrice(product, choice, market, MARKETS[market].currencyCode)
  const announcement = isSoldOut ? 'Sold out with this option.' : `Total ${formatMoney(price)}`
  return (
    <p className="sr" role="status">
      {initialChoice.current === choice ? '' : announcement}
    </p>
  )
}
