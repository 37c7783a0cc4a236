import { MARKETS } from '#app/models/market.ts'
import { PICTURE_TEXTS } from '#app/models/pictures.ts'
import { type ProductFilter, productPath } from '#app/models/product.ts'
import type { ProductCard } from '#app/models/product-card.ts'
import { NO_MERCH } from '#app/models/screen-texts.ts'
import { capitalizeFirst, WAND_COUNT } from '#app/models/wands.ts'
import { BADGES, Badge } from '../page/badge.tsx'
import { ButtonLink, ShopLink } from '../page/links.tsx'
import { TitleText } from '../page/text.tsx'
import { usePageFacts, useShop } from '../page/use-shop.ts'
import { cn } from '../ui/cn.ts'
import { Picture } from '../ui/picture.tsx'
import { Lede, Section, SectionHead } from '../ui/section.tsx'
import { CardArt, CardPrice, cardText } from './cards.tsx'

const MERCH_HEADING = [
  'Magical Merch',
  'Printed after you order it, so allow time for the ink. Merch and gifts travel separately: check out one, then the other.',
] as const

/** What can be filtered for; null: everything. */
const FILTERS: readonly (readonly [ProductFilter | null, label: string])[] = [
  [null, 'All'],
  ['wizard-box', 'Wizard Boxes'],
  ['wands', 'Wands'],
  ['merch', 'Merch'],
]

export function ListHead({ filter: current }: { filter: ProductFilter | null }) {
  const { market } = useShop()
  const ways = MARKETS[market].sellsLimitedEdition
    ? 'Two volumes, three ways to take each one'
    : 'One volume, three ways to take it'
  const headings: Readonly<Record<ProductFilter | 'all', readonly [title: string, text: string]>> = {
    all: ['Wizard Boxes & Wands', 'A box that keeps your secrets, and the wand that opens it.'],
    'wizard-box': [
      'Wizard Boxes',
      `${ways} home: the box alone, with the Classic Wand or with a Premium Wand.`,
    ],
    wands: [
      'Wands',
      `${capitalizeFirst(WAND_COUNT)} styles, one by one or in a set. Any of them opens any Wizard Box.`,
    ],
    merch: MERCH_HEADING,
  }
  const [title, text] = headings[current ?? 'all']
  return (
    <>
      <h1 id="shop-title">{title}</h1>
      <Lede className="mt-4 text-quiet">{text}</Lede>
      <nav aria-label="Filter">
        <ul className="mt-8 flex flex-wrap gap-2 line-b pb-6">
          {FILTERS.map(([filter, label]) => (
            <li key={label}>
              <ShopLink
                to={filter ? `/products?filter=${filter}` : '/products'}
                preventScrollReset
                aria-current={filter === current ? 'true' : undefined}
                className="inline-flex min-h-tap items-center rounded-board edge justify-center min-w-tap px-4 max-md:px-2 py-1.5 text-sm font-medium no-underline hover:border-ink aria-current:border-soot aria-current:bg-soot aria-current:text-bone forced-colors:aria-current:not-focus-visible:chosen-outline print:aria-current:bg-transparent print:aria-current:text-inherit"
              >
                {label}
              </ShopLink>
            </li>
          ))}
        </ul>
      </nav>
    </>
  )
}

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
      <SectionHead id="merch-title" title={MERCH_HEADING[0]} className="gap-gap md:grid md:grid-cols-2">
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
      className="grid items-center overflow-hidden rounded-board md:grid-cols-5-6"
      style={{ background: 'linear-gradient(160deg,#24463f,#12231f 70%)' }}
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
