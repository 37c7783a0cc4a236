import { useRef } from 'react'
import { BADGES } from '#app/content/badge-words.ts'
import { type BoxCopy, limitedNotice } from '#app/content/box-words.ts'
import type { SoldOut } from '#app/models/box-offers.ts'
import { MARKETS } from '#app/models/market.ts'
import { formatMoney } from '#app/models/money.ts'
import { OPTION_CHOICES, type ProductChoice } from '#app/models/option-choice.ts'
import { optionPrice } from '#app/models/option-price.ts'
import type { Product } from '#app/models/product.ts'
import { vol2Subtitle } from '#app/models/shipping-dates.ts'
import { usePageFacts } from '../page/use-page-facts.ts'
import { useShop } from '../page/use-shop.ts'
import { Badge } from '../ui/badge.tsx'
import { Lede } from '../ui/section.tsx'
import { ProductTitle } from './product-layout.tsx'

/** The number of copies of Vol. I, or that it is sold out. */
function LimitedNotice({ isSoldOut }: { isSoldOut: boolean }) {
  const facts = usePageFacts()
  const { title, text } = limitedNotice(facts, isSoldOut)
  return (
    <div
      data-limited=""
      className="grid grid-cols-lead items-center gap-x-4 gap-y-1.5 border-l-3 border-wax bg-blush px-5 py-4 text-sm max-2xs:grid-cols-1"
    >
      <span
        className="row-span-2 border-r border-line pr-4 text-3xl leading-none text-wax max-2xs:row-auto max-2xs:border-0 max-2xs:p-0"
        aria-hidden="true"
      >
        {facts.vol1Copies}
      </span>
      <b className="leading-tight">{title}</b>
      <span className="text-balance text-quiet">{text}</span>
    </div>
  )
}

/** Badges and title of a volume's page. */
export function BoxTitle({ isVol1, title }: { isVol1: boolean; title: string }) {
  const facts = usePageFacts()
  return (
    <div className="flex min-w-0 flex-col gap-2 lg:col-start-2">
      <div className="flex flex-wrap gap-2">
        {isVol1 ? (
          <Badge>{BADGES.limited}</Badge>
        ) : (
          <>
            {/* Hidden by the other choices, not shown by its own: the badge must not wait until the choices have come. */}
            <span className="flex wrapping-no-wrapping:hidden">
              <Badge tone="free">{vol2Subtitle(facts)}</Badge>
            </span>
            <span className="flex not-wrapping-no-wrapping:hidden">
              <Badge tone="free">{vol2Subtitle(facts, 'no-wrapping')}</Badge>
            </span>
          </>
        )}
      </div>
      <ProductTitle>{title}</ProductTitle>
    </div>
  )
}

/** Summary of a volume, and how many there are. */
export function BoxHead({ isVol1, copy, soldOut }: { isVol1: boolean; copy: BoxCopy; soldOut: SoldOut }) {
  return (
    <>
      <Lede className="text-quiet">{copy.summary}</Lede>
      {isVol1 ? <LimitedNotice isSoldOut={soldOut.options.length === OPTION_CHOICES.length} /> : null}
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
  const price = optionPrice(product, choice, MARKETS[market].currencyCode)
  const announcement = isSoldOut ? 'Sold out with this option.' : `Total ${formatMoney(price)}`
  return (
    <p className="sr-only" role="status">
      {initialChoice.current === choice ? '' : announcement}
    </p>
  )
}
