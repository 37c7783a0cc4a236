import { Link } from 'react-router'
import { productPath } from '../../models/product.ts'
import type { ProductCard } from '../../models/product-card.ts'
import { usePageFacts } from '../content/use-page-facts.ts'
import { useShop } from '../layout/use-shop.ts'
import { CardArt } from './card-art.tsx'
import { CardBadge } from './card-badge.tsx'
import { CardPrice } from './card-price.tsx'
import { cardText } from './card-words.ts'

/** A product of the Featured Collection, with its title as the only link. */
export function FeatureCard({ card, isBig }: { card: ProductCard; isBig: boolean }) {
  const { market, now } = useShop()
  const facts = usePageFacts()
  const { subtitle, description } = cardText(card, facts, now)
  return (
    <li className={isBig ? 'card big' : 'card'}>
      <CardArt
        card={card}
        sizes={isBig ? '(max-width: 63.99rem) 92vw, 40rem' : '(max-width: 34rem) 92vw, 26rem'}
      >
        <CardBadge card={card} envelopeValue={facts.envelopeValue} />
      </CardArt>
      <div className="meta">
        <h3>
          <Link to={productPath(market, card.handle)} prefetch="viewport" viewTransition>
            {card.title}
          </Link>
        </h3>
        <CardPrice price={card.price} />
        <p className="small muted">{subtitle ? `${subtitle}. ${description}` : description}</p>
      </div>
    </li>
  )
}
