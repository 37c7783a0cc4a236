import { BADGES } from '../../content/card-words.ts'
import { MERCH_HEADING } from '../../content/catalogue-words.ts'
import type { PageFacts } from '../../content/page-facts.ts'
import { NO_MERCH } from '../../models/page-messages.ts'
import type { ProductCard } from '../../models/product-card.ts'
import { Badge } from '../ui/badge.tsx'
import { Picture } from '../ui/picture.tsx'
import { Section, SectionHead } from '../ui/section.tsx'
import { ProductGrid } from './product-grid.tsx'

/** The merch products, or a message that they are coming soon. Spec: 2 Collection */
export function MerchSection({ cards, facts }: { cards: readonly ProductCard[]; facts: PageFacts }) {
  return (
    <Section className="pt-0" aria-labelledby="merch-title">
      <SectionHead>
        <h2 id="merch-title">{MERCH_HEADING.title}</h2>
        {cards.length > 0 ? <p className="max-w-[34em] text-quiet">{MERCH_HEADING.text}</p> : null}
      </SectionHead>
      {cards.length > 0 ? <ProductGrid cards={cards} facts={facts} level={3} /> : <ComingSoon level={3} />}
    </Section>
  )
}

/** Shown while there is no merch. */
export function ComingSoon({ level }: { level: 2 | 3 }) {
  const Heading = `h${level}` as const
  return (
    <div
      data-ground="theatre"
      className="grid items-center overflow-hidden rounded-board bg-[linear-gradient(160deg,#24463f,var(--color-bottle)_70%)] md:grid-cols-[minmax(0,5fr)_minmax(0,6fr)]"
    >
      <div className="relative min-h-80 md:min-h-104">
        <Picture
          name="merch-tote"
          sizes="(max-width: 48rem) 92vw, 36rem"
          className="absolute inset-[6%_0_0] h-[94%] w-full object-contain"
        />
      </div>
      <div className="grid justify-items-start gap-4 px-[clamp(1.5rem,4vw,4rem)] py-[clamp(2rem,5vw,5rem)]">
        <Badge tone="gold">{BADGES.merch}</Badge>
        <Heading>{NO_MERCH.title}</Heading>
        <p className="text-quiet">{NO_MERCH.text}</p>
      </div>
    </div>
  )
}
