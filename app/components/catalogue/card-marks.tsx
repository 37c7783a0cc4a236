import { BADGES } from '#app/content/badge-words.ts'
import { PRICE_UNAVAILABLE } from '#app/models/messages.ts'
import { formatMoney } from '#app/models/money.ts'
import type { CardPrice as CardPriceFacts, ProductCard } from '#app/models/product-card.ts'
import { EnvelopeBadge } from '../page/envelope-badge.tsx'
import { Badge } from '../ui/badge.tsx'
import { Price } from '../ui/price.tsx'

/** The badge on a product's picture in a list. Spec: 2 Collection, Product card */
export function CardBadge({ card }: { card: ProductCard }) {
  const badge = badgeOf(card)
  return badge && <div className="absolute top-4 left-4 z-1 flex">{badge}</div>
}

function badgeOf(card: ProductCard) {
  if (card.isSoldOut) return <Badge tone="plain">Sold out</Badge>
  if (card.kind === 'vol-1') return <Badge>{BADGES.limited}</Badge>
  return card.kind === 'vol-2' ? <EnvelopeBadge /> : null
}

/**
 * `From £59`; for the collector's set also the price without the discount, struck through. Spec: 2 Collection,
 * Product card
 */
export function CardPrice({ price }: { price: CardPriceFacts | null }) {
  if (price === null) return <Price>{PRICE_UNAVAILABLE}</Price>
  const from = price.isFrom ? 'From ' : ''
  return (
    <Price>
      {price.was ? (
        <>
          <span className="sr-only">Was </span>
          <s className="mr-1.5 text-smaller text-quiet">
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
