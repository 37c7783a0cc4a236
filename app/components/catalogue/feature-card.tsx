import { Link } from 'react-router'
import { cardText } from '#app/content/card-words.ts'
import { productPath } from '#app/models/product.ts'
import type { ProductCard } from '#app/models/product-card.ts'
import { TitleText } from '../page/text.tsx'
import { usePageFacts } from '../page/use-page-facts.ts'
import { useShop } from '../page/use-shop.ts'
import { cn } from '../ui/cn.ts'
import { CardArt } from './card-art.tsx'
import { CardBadge, CardPrice } from './card-marks.tsx'

/** A product of the Featured Collection, with its title as the only link. */
export function FeatureCard({
  card,
  isBig,
  isFull,
  isAlone,
}: {
  card: ProductCard
  isBig: boolean
  /** Whether the shelf has six: two large and four small ones fill both rows. */
  isFull: boolean
  /** Whether it is alone in its row where two are beside each other. */
  isAlone: boolean
}) {
  const { market } = useShop()
  const { subtitle, description } = cardText(card, usePageFacts())
  return (
    // Cards beside each other share their lines: where one title takes two, all prices stand one lower.
    <li
      className={cn(
        'group relative row-span-4 mb-panel grid grid-rows-subgrid content-start',
        isAlone ? 'col-span-full' : 'col-span-full md:col-span-6',
        isBig ? 'lg:col-span-6' : isFull ? 'lg:col-span-3' : 'lg:col-span-4',
      )}
    >
      <CardArt
        card={card}
        className={cn('aspect-10/9', isAlone && 'md:aspect-2/1 lg:aspect-10/9')}
        sizes={isBig ? '(max-width: 63.99rem) 92vw, 40rem' : '(max-width: 47.99rem) 92vw, 26rem'}
      >
        <CardBadge card={card} />
      </CardArt>
      <div
        className={cn(
          'row-span-3 grid grid-rows-subgrid content-start items-start gap-x-6 gap-y-1.5 pt-4',
          isBig && 'lg:grid-cols-end lg:items-baseline lg:*:last:col-span-full',
        )}
      >
        <h3 className="max-md:text-h4">
          {/* The whole card is the link's. */}
          <Link
            to={productPath(market, card.handle)}
            prefetch="viewport"
            className="no-underline outline-none after:absolute after:inset-0 after:z-2 group-hover:underline group-hover:decoration-gilt focus-visible:after:focus-ring"
          >
            <TitleText text={card.title} />
          </Link>
        </h3>
        <CardPrice price={card.price} />
        <p className="text-sm text-quiet">{subtitle ? `${subtitle}. ${description}` : description}</p>
      </div>
    </li>
  )
}
