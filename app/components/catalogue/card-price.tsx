import { formatMoney } from '../../models/money.ts'
import type { CardPrice as CardPriceFacts } from '../../models/product-card.ts'
import { Price } from '../ui/price.tsx'

/**
 * `From £59`; for the collector's set also the price without the discount, struck through. Spec: 2 Collection,
 * Product card
 */
export function CardPrice({ price }: { price: CardPriceFacts | null }) {
  if (price === null) return <Price>Price unavailable</Price>
  const from = price.isFrom ? 'From ' : ''
  return (
    <Price>
      {price.was ? (
        <>
          <span className="sr-only">Was </span>
          <s className="mr-[0.4em] text-[0.86em] text-quiet">
            {from}
            {formatMoney(price.was)}
          </s>
          <span className="sr-only">, now </span>
        </>
      ) : null}
      {from}
      {formatMoney(price.money)}
    </Price>
  )
}
