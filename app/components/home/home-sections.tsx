import { Fragment } from 'react'
import { Link } from 'react-router'
import type { PageFacts } from '#app/content/page-facts.ts'
import { MARKETS } from '#app/models/market.ts'
import { PICTURE_TEXTS, type PictureName } from '#app/models/pictures.ts'
import { productPath, vol2Path } from '#app/models/product.ts'
import type { ProductCard } from '#app/models/product-card.ts'
import { capitalizeFirst, WAND_COUNT } from '#app/models/wands.ts'
import { CardArt, CardPrice, cardText, NoProducts, StoreUnavailable } from '../catalogue/cards.tsx'
import { EnvelopeBadge } from '../page/badge.tsx'
import { Film } from '../page/film.tsx'
import { ButtonLink, TextLink } from '../page/links.tsx'
import { TitleText } from '../page/text.tsx'
import { usePageFacts, useShop } from '../page/use-shop.ts'
import { cn } from '../ui/cn.ts'
import { Icon } from '../ui/icon.tsx'
import { Facts } from '../ui/list.tsx'
import { Picture } from '../ui/picture.tsx'
import { Actions, Lede, Plate, Section, SectionHead } from '../ui/section.tsx'

/** A product of the Featured Collection, with its title as the only link. */
function FeatureCard({ card, index, count }: { card: ProductCard; index: number; count: number }) {
  const isBig = index < 2
  // Two large and four small cards fill both rows.
  const isFull = count >= 6
  // In its row, in windows that show two cards in a row.
  const isAlone = index % 2 === 0 && index === count - 1
  const { market } = useShop()
  const { subtitle, description } = cardText(card, usePageFacts())
  return (
    // Cards in a row share their lines: if one title takes two, the prices of all are one line lower.
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
      />
      <div
        className={cn(
          'row-span-3 grid grid-rows-subgrid content-start items-start gap-x-6 gap-y-1.5 pt-4',
          isBig && 'lg:grid-cols-end lg:items-baseline lg:[&>p]:last:col-span-full',
        )}
      >
        <h3 className="max-md:text-h4">
          {/* The link covers the whole card. */}
          <Link
            to={productPath(market, card.handle)}
            prefetch="viewport"
            className="no-underline [outline:none] group-hover:underline group-hover:decoration-gilt"
          >
            <TitleText text={card.title} />
            <span className="absolute inset-0 z-2 [:focus-visible>&]:focus-ring" />
          </Link>
        </h3>
        <CardPrice price={card.price} />
        <p className="text-sm text-quiet">{subtitle ? `${subtitle}. ${description}` : description}</p>
      </div>
    </li>
  )
}

/** Vol. II with its film. Spec: 2 Home, Featured product */
export function FeaturedProduct({ facts }: { facts: PageFacts }) {
  const { market } = facts
  /** A fact wraps between its parts only. */
  const featured: readonly (readonly [name: string, ...parts: string[]])[] = [
    ['Size', `${facts.boxHeight} high,`, `${facts.boxWidth} wide,`, `${facts.boxDepth} deep`],
    ['Opens with', `Any of our ${WAND_COUNT} wands`],
    ['Ships', `${capitalizeFirst(facts.giftShipsNow)}, tracked`],
  ]
  return (
    <Section aria-labelledby="featured-title">
      <Plate isFramed={false} className="grid items-stretch lg:grid-cols-3-2">
        <div className="grid bg-soot" id="unlock">
          <Film
            // The first scroll shows what the box is for.
            still="open"
            sizes="(max-width: 63.99rem) 92vw, 52rem"
            tallWhenNarrow
            className="size-full max-lg:h-auto max-md:aspect-4/5"
          />
        </div>
        <div className="framed flex flex-col items-start justify-center gap-4 p-panel max-2xs:p-5">
          <EnvelopeBadge />
          <h2 id="featured-title" className="text-subhead">
            <TitleText text="Vol. II: Magical You" />
          </h2>
          <p>
            Look at the stars on the cover. They draw a figure reaching up with a wand. That is you.
            Everything you would rather not leave lying around goes inside.
          </p>
          <Facts
            facts={featured.map(([name, ...parts]) => [
              name,
              parts.map((part) => (
                <Fragment key={part}>
                  <span className="inline-block">{part}</span>{' '}
                </Fragment>
              )),
            ])}
            isRuled
            className="mt-2 w-full line-t"
          />
          <ButtonLink
            to={vol2Path(market)}
          >{`${facts.isPreOrder ? 'Pre-order' : 'Order'} from ${facts.boxOnlyPrice}`}</ButtonLink>
        </div>
      </Plate>
    </Section>
  )
}

export function GivingBand() {
  return (
    <section data-theme="dark" className="bg-lamp-pine lamp-right" aria-labelledby="giving-title">
      <div className="wrap grid items-center gap-x-column gap-y-6 py-band md:grid-cols-2 print:py-6">
        <div className="max-md:order-1">
          <h2 id="giving-title">Give it: five words, and the box is theirs</h2>
          <Lede className="mt-4 text-quiet">
            You hand over a sealed envelope with five magic words in it. Whoever says them tells us where the
            box should go.
          </Lede>
          <Actions>
            <ButtonLink to="/gift" className="min-w-36">
              Give
            </ButtonLink>
            <ButtonLink variant="ghost" to="/redeem" className="min-w-36">
              Redeem
            </ButtonLink>
          </Actions>
        </div>
        <Picture
          name="gift-envelope"
          alt={PICTURE_TEXTS['gift-envelope']}
          sizes="(max-width: 47.99rem) 26rem, 34rem"
          className="mx-auto w-full max-w-104 md:max-w-136"
        />
      </div>
    </section>
  )
}

/** `cards`: at most six; null while the storefront is unavailable. Spec: 2 Home, 8 Catalogue list failure */
export function FeaturedCollection({ cards }: { cards: readonly ProductCard[] | null }) {
  return (
    <Section aria-labelledby="collection-title">
      <SectionHead id="collection-title" title="Featured Collection">
        <TextLink to="/products">
          See everything <Icon name="arrow" />
        </TextLink>
      </SectionHead>
      {cards === null ? (
        <StoreUnavailable place="home" />
      ) : cards.length === 0 ? (
        <NoProducts />
      ) : (
        // The shelf has no gap between rows, as cards share them by a subgrid; the cards' own margins part them.
        <ul className="-mb-panel grid grid-cols-12 gap-x-gap max-2xs:gap-x-0">
          {cards.map((card, index) => (
            <FeatureCard key={card.handle} card={card} index={index} count={cards.length} />
          ))}
        </ul>
      )}
    </Section>
  )
}

/** How the box works, in four steps. Spec: 2 Home, How It Works */
export function HowItWorks() {
  const { sellsLimitedEdition } = MARKETS[useShop().market]
  const steps: readonly (readonly [number: string, title: string, text: string, picture: PictureName])[] = [
    [
      'I',
      'Choose Your Edition',
      `${sellsLimitedEdition ? 'Phoenix or' : 'Vol. II:'} Magical You, with a wand or without.`,
      sellsLimitedEdition ? 'both-volumes' : 'product-vol2-closed',
    ],
    ['II', 'Touch Your Wand', 'Rest the tip on the triangle.', 'vol2-touch'],
    ['III', 'Watch It Unlock', 'The catch lets go and the cover lifts.', 'vol2-unlock'],
    ['IV', 'Store Your Treasures', 'Close it, and it is a book on a shelf.', 'vol2-shelf'],
  ]
  return (
    <Section ground="bottle" aria-labelledby="how-title">
      <SectionHead id="how-title" title="How It Works" />
      <ol className="grid grid-cols-2 gap-x-gap gap-y-8 max-2xs:grid-cols-1 lg:grid-cols-4">
        {steps.map(([number, title, text, picture]) => (
          <li key={number}>
            {/* The hairline is above the picture. */}
            <div className="framed aspect-3/4 overflow-hidden rounded-board bg-soot">
              <Picture
                name={picture}
                sizes="(max-width: 63.99rem) 37vw, 16.5rem"
                className="absolute inset-0 size-full object-cover"
              />
            </div>
            <h3 className="mt-5 text-lg md:text-xl">
              <span aria-hidden="true" className="mb-1.5 block text-base text-accent">
                {number}
              </span>
              {title}
            </h3>
            <p className="mt-2 text-sm leading-normal text-quiet md:text-md">{text}</p>
          </li>
        ))}
      </ol>
    </Section>
  )
}

/** The brand's story in two paragraphs. Spec: 2 Home, Brand story */
export function Story() {
  return (
    <section className="relative mb-14 lg:mb-18" aria-labelledby="story-title">
      <figure>
        <Picture
          name="wands-velvet"
          alt={PICTURE_TEXTS['wands-velvet']}
          sizes="100vw"
          className="aspect-4/3 max-h-200 w-full object-cover object-[20%_50%] md:aspect-17/8 lg:object-bottom"
        />
      </figure>
      {/* On narrow screens below the picture, or it would lie over the wands. */}
      <Plate className="grid justify-items-start gap-4 p-panel -mt-8 wrap max-w-132 max-2xs:p-5 lg:absolute lg:right-bleed lg:-bottom-18 lg:w-2/5">
        <h2 id="story-title" className="text-h2">
          Bought back, and begun again
        </h2>
        <p>
          A company that made wizard-themed things failed. Our founder bought back the pieces worth saving and
          asked what they could become.
        </p>
        <p>The answer was a box that keeps a secret. It belongs to no other world but yours.</p>
        <TextLink to="/about">
          Read our story <Icon name="arrow" />
        </TextLink>
      </Plate>
    </section>
  )
}
