import { PICTURE_TEXTS } from '#app/models/pictures.ts'
import { productPath } from '#app/models/product.ts'
import type { ProductCard } from '#app/models/product-card.ts'
import { NO_MERCH } from '#app/models/screen-texts.ts'
import { BADGES, Badge } from '../page/badge.tsx'
import { ButtonLink } from '../page/links.tsx'
import { TitleText } from '../page/text.tsx'
import { usePageFacts } from '../page/use-shop.ts'
import { cn } from '../ui/cn.ts'
import { Picture } from '../ui/picture.tsx'
import { Section, SectionHead } from '../ui/section.tsx'
import { CardArt, CardPrice, cardText } from './cards.tsx'
import { MERCH_HEADING } from './list-head.tsx'

/**
 * A list of product cards. Spec: 2 Collection, Product card
 * @param props.level of the titles
 * @param props.isFirst whether its first card is above the fold: its picture is not lazy, its page is fetched in advance
 */
export function ProductGrid(props: { cards: readonly ProductCard[]; level: 2 | 3; isFirst?: boolean }) {
  const { cards, level, isFirst = false } = props
  const facts = usePageFacts()
  const Heading = `h${level}` as const
  return (
    <ul className="grid gap-x-gap gap-y-panel max-2xs:gap-x-0 plus:grid-cols-2">
      {cards.map((card, index) => {
        const id = `card-${card.handle}`
        const isPriority = isFirst && index === 0
        // Alone in its row, it takes the whole row: its picture most of it, where there is room, its text beside it.
        const isWide = index % 2 === 0 && index === cards.length - 1
        const { subtitle, description } = cardText(card, facts)
        return (
          <li
            key={card.handle}
            className={cn(
              'group flex flex-col',
              isWide &&
                'plus:col-span-full plus:grid plus:grid-cols-2 plus:grid-rows-2 plus:gap-x-gap lg:grid-cols-[2fr_1fr] lg:gap-x-gutter',
            )}
          >
            <CardArt
              card={card}
              sizes="(max-width: 48rem) 92vw, 40rem"
              priority={isPriority}
              className={cn('aspect-5/4', isWide && 'row-span-2 lg:aspect-8/5')}
            />
            {/* On narrow screens the price stands below the name. Those of boxes and wands may take two lines. */}
            <div
              className={cn(
                'flex flex-1 flex-wrap items-baseline gap-x-2 gap-y-1.5 pt-4',
                isWide ? 'content-end' : 'content-start',
              )}
            >
              <Heading
                id={id}
                className={cn(
                  'basis-full text-h3 tracking-normal',
                  !isWide && 'lg:flex-[1_1_6.3em]',
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
              prefetch={isPriority ? 'render' : 'viewport'}
              to={productPath(facts.market, card.handle)}
              aria-describedby={id}
              className="mt-4 self-start justify-self-start max-plus:w-full"
            >
              Select Options
            </ButtonLink>
          </li>
        )
      })}
    </ul>
  )
}

/** The merch products, or a message that they are coming soon. Spec: 2 Collection */
export function MerchSection({ cards }: { cards: readonly ProductCard[] }) {
  return (
    <Section className="pt-0" aria-labelledby="merch-title">
      <SectionHead className="gap-gap md:grid md:grid-cols-2">
        <h2 id="merch-title">{MERCH_HEADING[0]}</h2>
        {cards.length > 0 ? <p className="max-w-measure text-quiet">{MERCH_HEADING[1]}</p> : null}
      </SectionHead>
      {cards.length > 0 ? <ProductGrid cards={cards} level={3} /> : <ComingSoon level={3} />}
    </Section>
  )
}

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
          alt={PICTURE_TEXTS['merch-tote']}
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
