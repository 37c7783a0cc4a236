import { useId } from 'react'
import { productPath } from '../../models/product.ts'
import type { ProductCard } from '../../models/product-card.ts'
import type { PageFacts } from '../content/page-facts.ts'
import { useShop } from '../layout/use-shop.ts'
import { ButtonLink } from '../ui/button.tsx'
import { CardArt } from './card-art.tsx'
import { CardBadge } from './card-badge.tsx'
import { CardPrice } from './card-price.tsx'
import { cardText } from './card-words.ts'

/** A product on the shop page. Spec: 2 Collection, Product card */
export function ProductGridCard({
  card,
  facts,
  level,
  isFirst = false,
}: {
  card: ProductCard
  facts: PageFacts
  /** Heading level of the title. */
  level: 2 | 3
  /** Above the fold: its picture is not lazy, its page is fetched in advance. */
  isFirst?: boolean
}) {
  const { market, now } = useShop()
  const id = useId()
  const Heading = `h${level}` as const
  const { subtitle, description } = cardText(card, facts, now)
  return (
    <li className="pc">
      <CardArt card={card} sizes="(max-width: 48rem) 92vw, 40rem" priority={isFirst}>
        <CardBadge card={card} envelopeValue={facts.envelopeValue} />
      </CardArt>
      <div className="body">
        <Heading id={id}>{card.title}</Heading>
        <CardPrice price={card.price} />
        {subtitle ? <p className="sub">{subtitle}</p> : null}
        <p className="muted">{description}</p>
      </div>
      <ButtonLink
        prefetch={isFirst ? 'render' : 'viewport'}
        viewTransition
        to={productPath(market, card.handle)}
        aria-describedby={id}
      >
        Select Options
      </ButtonLink>
    </li>
  )
}
