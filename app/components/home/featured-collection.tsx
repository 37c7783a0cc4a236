import { marketPath } from '../../models/market.ts'
import type { ProductCard } from '../../models/product-card.ts'
import { NoProducts, StoreUnavailable } from '../catalogue/catalogue-messages.tsx'
import { FeatureCard } from '../catalogue/feature-card.tsx'
import { useShop } from '../layout/use-shop.ts'
import { TextLink } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'

/** `cards`: at most six; null while the storefront is unavailable. Spec: 2 Home, 8 Catalogue list failure, home */
export function FeaturedCollection({ cards }: { cards: readonly ProductCard[] | null }) {
  const { market } = useShop()
  return (
    <section className="sec collection" aria-labelledby="collection-title">
      <div className="wrap">
        <div className="shead">
          <h2 id="collection-title">Featured Collection</h2>
          <TextLink to={marketPath(market, '/products')}>
            See everything <Icon name="arrow" />
          </TextLink>
        </div>
        <FeaturedCards cards={cards} />
      </div>
    </section>
  )
}

function FeaturedCards({ cards }: { cards: readonly ProductCard[] | null }) {
  if (cards === null) return <StoreUnavailable place="home" />
  if (cards.length === 0) return <NoProducts />
  return (
    <ul className="shelf">
      {cards.map((card, index) => (
        <FeatureCard key={card.handle} card={card} isBig={index < 2} />
      ))}
    </ul>
  )
}
