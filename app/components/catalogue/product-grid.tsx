import { useId } from 'react'
import { cardText } from '../../content/card-words.ts'
import type { PageFacts } from '../../content/page-facts.ts'
import { productPath } from '../../models/product.ts'
import type { ProductCard } from '../../models/product-card.ts'
import { TitleText } from '../page/text.tsx'
import { useShop } from '../page/use-shop.ts'
import { ButtonLink } from '../ui/button.tsx'
import { cn } from '../ui/cn.ts'
import { CardArt } from './card-art.tsx'
import { CardBadge, CardPrice } from './card-marks.tsx'

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

/** A product on the shop page. Spec: 2 Collection, Product card */
function ProductGridCard({
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
  const { market } = useShop()
  const id = useId()
  const Heading = `h${level}` as const
  const { subtitle, description } = cardText(card, facts)
  return (
    // A card alone in its row takes the whole row: its picture most of it, where there is room, its text beside it.
    <li className="group flex flex-col plus:last:odd:col-span-full plus:last:odd:grid plus:last:odd:grid-cols-[calc(50%-var(--spacing-gap)/2)_1fr] plus:last:odd:grid-rows-2 plus:last:odd:gap-x-gutter lg:last:odd:grid-cols-[minmax(0,8fr)_minmax(0,4fr)]">
      <CardArt
        card={card}
        sizes="(max-width: 48rem) 92vw, 40rem"
        priority={isFirst}
        className="aspect-5/4 group-last:group-odd:row-span-2 lg:group-last:group-odd:aspect-[1/0.62]"
      >
        <CardBadge card={card} envelopeValue={facts.envelopeValue} />
      </CardArt>
      {/* On narrow screens the price stands below the name. Those of boxes and wands may take two lines. */}
      <div className="flex flex-1 flex-wrap content-start items-baseline gap-x-2 gap-y-1.5 pt-4 plus:group-last:group-odd:content-end">
        <Heading
          id={id}
          className={cn(
            'flex-[1_1_6.3em] text-h3 tracking-normal group-last:group-odd:basis-full max-lg:basis-full',
            !card.isMerch && 'plus:max-lg:min-h-[2.28em]',
          )}
        >
          <TitleText text={card.title} />
        </Heading>
        <CardPrice price={card.price} />
        {subtitle ? (
          <p className="max-w-measure basis-full text-sm font-semibold text-accent">{subtitle}</p>
        ) : null}
        <p className="max-w-measure basis-full text-quiet">{description}</p>
      </div>
      <ButtonLink
        prefetch={isFirst ? 'render' : 'viewport'}
        viewTransition
        to={productPath(market, card.handle)}
        aria-describedby={id}
        className="mt-4 self-start justify-self-start max-plus:w-full"
      >
        Select Options
      </ButtonLink>
    </li>
  )
}
