import { formatMoney } from '../../models/money.ts'
import type { CardPrice as CardPriceFacts } from '../../models/product-card.ts'

/**
 * `From £59`; for the collector's set also the price without the discount, struck through. Spec: 2 Collection,
 * Product card
 */
export function CardPrice({ price }: { price: CardPriceFacts | null }) {
  if (price === null) return <span className="price">Price unavailable</span>
  const from = price.isFrom ? 'From ' : ''
  return (
    <span className="price">
      {price.was ? (
        <>
          <span className="sr">Was </span>
          <s>
            {from}
            {formatMoney(price.was)}
          </s>
          <span className="sr">, now </span>
        </>
      ) : null}
      {from}
      {formatMoney(price.money)}
    </span>
  )
}
