import type { ProductCard } from '../../models/product-card.ts'
import type { PageFacts } from '../content/page-facts.ts'
import { ProductGridCard } from './shelf-card.tsx'

/** Products side by side. */
export function ProductGrid({
  cards,
  facts,
  level,
  isFirst = false,
}: {
  cards: readonly ProductCard[]
  facts: PageFacts
  level: 2 | 3
  /** Whether the shelf is what the page opens with. */
  isFirst?: boolean
}) {
  return (
    <ul className="grid">
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
