import { COLLECTION } from '../../content/home-words.ts'
import { marketPath } from '../../models/market.ts'
import type { ProductCard } from '../../models/product-card.ts'
import { NoProducts, StoreUnavailable } from '../catalogue/catalogue-messages.tsx'
import { FeatureCard } from '../catalogue/feature-card.tsx'
import { useShop } from '../page/use-shop.ts'
import { TextLink } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'
import { Section, SectionHead } from '../ui/section.tsx'

/** `cards`: at most six; null while the storefront is unavailable. Spec: 2 Home, 8 Catalogue list failure */
export function FeaturedCollection({ cards }: { cards: readonly ProductCard[] | null }) {
  const { market } = useShop()
  return (
    <Section className="pt-0" aria-labelledby="collection-title">
      <SectionHead>
        <h2 id="collection-title">{COLLECTION.title}</h2>
        <TextLink to={marketPath(market, '/products')}>
          {COLLECTION.link} <Icon name="arrow" />
        </TextLink>
      </SectionHead>
      <FeaturedCards cards={cards} />
    </Section>
  )
}

function FeaturedCards({ cards }: { cards: readonly ProductCard[] | null }) {
  if (cards === null) return <StoreUnavailable place="home" />
  if (cards.length === 0) return <NoProducts />
  return (
    // Rows that cards share have no gap of the shelf between them: what parts the cards is their own margin.
    <ul className="-mb-panel grid grid-cols-12 gap-x-gap max-2xs:gap-x-0">
      {cards.map((card, index) => (
        <FeatureCard key={card.handle} card={card} isBig={index < 2} isFull={cards.length >= 6} />
      ))}
    </ul>
  )
}
