import { BADGES } from '#app/content/badge-words.ts'
import { MERCH_HEADING } from '#app/content/catalogue-words.ts'
import { NO_MERCH } from '#app/models/page-messages.ts'
import type { ProductCard } from '#app/models/product-card.ts'
import { Badge } from '../ui/badge.tsx'
import { Picture } from '../ui/picture.tsx'
import { Section, SectionHead } from '../ui/section.tsx'
import { ProductGrid } from './product-grid.tsx'

/** The merch products, or a message that they are coming soon. Spec: 2 Collection */
export function MerchSection({ cards }: { cards: readonly ProductCard[] }) {
  return (
    <Section className="pt-0" aria-labelledby="merch-title">
      <SectionHead className="gap-gap md:grid md:grid-cols-2">
        <h2 id="merch-title">{MERCH_HEADING.title}</h2>
        {cards.length > 0 ? <p className="max-w-measure text-quiet">{MERCH_HEADING.text}</p> : null}
      </SectionHead>
      {cards.length > 0 ? <ProductGrid cards={cards} level={3} /> : <ComingSoon level={3} />}
    </Section>
  )
}

/** Shown while there is no merch. */
export function ComingSoon({ level }: { level: 2 | 3 }) {
  const Heading = `h${level}` as const
  return (
    <div
      data-theme="dark"
      className="grid items-center overflow-hidden rounded-board bg-[linear-gradient(160deg,#24463f,var(--color-bottle)_70%)] md:grid-cols-5-6"
    >
      <div className="relative min-h-80 md:min-h-96">
        <Picture
          name="merch-tote"
          sizes="(max-width: 48rem) 92vw, 36rem"
          className="absolute inset-0 top-1/20 h-19/20 w-full object-contain"
        />
      </div>
      <div className="grid justify-items-start gap-4 px-gutter py-band">
        <Badge tone="gold">{BADGES.merch}</Badge>
        <Heading>{NO_MERCH.title}</Heading>
        <p className="text-quiet">{NO_MERCH.text}</p>
      </div>
    </div>
  )
}
