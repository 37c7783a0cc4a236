import type { PageFacts } from '../../content/page-facts.ts'
import type { ProductCard } from '../../models/product-card.ts'
import { ProductGridCard } from './product-grid-card.tsx'

/** A list of product cards. */
export function ProductGrid({
  cards,
  facts,
  level,
  isFirst = false,
}: {
  cards: readonly ProductCard[]
  facts: PageFacts
  /** Heading level of the cards. */
  level: 2 | 3
  /** Whether its first card is above the fold. */
  isFirst?: boolean
}) {
  return (
    <ul className="grid gap-x-gap gap-y-panel max-2xs:gap-x-0 plus:grid-cols-2">
      {cards.map((card, index) => (
        <ProductGridCard
          key={card.handle}
          card={card}
          facts={facts}
          level={level}
          isFirst={isFirst && index === 0}
        />
      ))}
    </ul>
  )
}
