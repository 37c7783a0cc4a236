import { NO_MERCH } from '../../models/page-messages.ts'
import type { ProductCard } from '../../models/product-card.ts'
import type { PageFacts } from '../content/page-facts.ts'
import { Badge } from '../ui/badge.tsx'
import { Picture } from '../ui/picture.tsx'
import { MERCH_HEADING } from './catalogue-heading.ts'
import { ProductGrid } from './product-grid.tsx'

/** The merch products, or a message that they are coming soon. Spec: 2 Collection, Magical Merch */
export function MerchSection({ cards, facts }: { cards: readonly ProductCard[]; facts: PageFacts }) {
  return (
    <section className="merch" aria-labelledby="merch-title">
      <div className="wrap">
        <div className="shead">
          <h2 id="merch-title">{MERCH_HEADING.title}</h2>
          {cards.length > 0 ? <p className="muted">{MERCH_HEADING.text}</p> : null}
        </div>
        {cards.length > 0 ? <ProductGrid cards={cards} facts={facts} level={3} /> : <ComingSoon level={3} />}
      </div>
    </section>
  )
}

/** Shown while there is no merch. */
export function ComingSoon({ level }: { level: 2 | 3 }) {
  const Heading = `h${level}` as const
  return (
    <div className="soon dark">
      <div className="pic">
        <Picture name="merch-tote" sizes="(max-width: 48rem) 92vw, 36rem" />
      </div>
      <div className="txt">
        <Badge tone="gold">Merch</Badge>
        <Heading>{NO_MERCH.title}</Heading>
        <p className="muted">{NO_MERCH.text}</p>
      </div>
    </div>
  )
}
