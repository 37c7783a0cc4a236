import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { BADGES } from '#app/content/badge-words.ts'
import { BOXES, NO_BOX_YET } from '#app/content/wand-words.ts'
import { DRAWINGS } from '#app/models/drawings.ts'
import { MARKETS } from '#app/models/market.ts'
import { formatMoney, type Money } from '#app/models/money.ts'
import type { PictureName } from '#app/models/pictures.ts'
import { HANDLES, productPath } from '#app/models/product.ts'
import { EnvelopeBadge } from '../page/envelope-badge.tsx'
import { TitleText } from '../page/text.tsx'
import { usePageFacts } from '../page/use-page-facts.ts'
import { useShop } from '../page/use-shop.ts'
import { Badge } from '../ui/badge.tsx'
import { ButtonLink, linkClass } from '../ui/button.tsx'
import { cn } from '../ui/cn.ts'
import { Icon } from '../ui/icon.tsx'
import { Picture } from '../ui/picture.tsx'
import { Section } from '../ui/section.tsx'
import type { ProductPageData } from './product-parts.tsx'

/** Suggests the boxes to visitors who own none. */
export function NoBoxYet({ text = NO_BOX_YET.text, className }: { text?: string; className?: string }) {
  const { market } = useShop()
  return (
    <div
      className={cn(
        'grid grid-cols-thumb items-center gap-x-part gap-y-4 max-2xs:grid-cols-1 md:grid-cols-ends',
        className,
      )}
    >
      <img {...DRAWINGS['lock-plate']} alt="" loading="lazy" className="w-18 md:w-28" />
      <div>
        <h3 className="text-2xl">{NO_BOX_YET.title}</h3>
        <p className="mt-1.5 text-quiet">{text}</p>
      </div>
      <div className="flex flex-wrap gap-3 max-md:col-span-full max-md:*:flex-1">
        {MARKETS[market].sellsLimitedEdition ? (
          <ButtonLink variant="ghost" to={productPath(market, HANDLES.vol1)}>
            {BOXES.vol1.link}
          </ButtonLink>
        ) : null}
        <ButtonLink to={productPath(market, HANDLES.vol2[market])}>{BOXES.vol2.link}</ButtonLink>
      </div>
    </div>
  )
}

/** The width of the box itself, which is less than that of its frame. */
const BOX_SIZES = '(max-width: 47.99rem) 10.5rem, 18rem'

function BoxCard({
  handle,
  picture,
  badge,
  title,
  text,
  from,
  link,
  isMidnight = false,
}: {
  handle: string
  picture: PictureName
  badge: ReactNode
  title: string
  text: string
  from: Money
  link: string
  /** The ground of Vol. II. */
  isMidnight?: boolean
}) {
  const { market } = useShop()
  return (
    <Link
      to={productPath(market, handle)}
      prefetch="intent"
      data-theme={isMidnight ? 'dark' : undefined}
      className={cn(
        'group/box relative grid min-h-60 grid-cols-2-3 overflow-hidden rounded-board no-underline focus-visible:outline-gilt-ink max-2xs:grid-cols-1 md:min-h-80 md:grid-cols-5-6',
        isMidnight ? 'bg-lamp-midnight lamp-left' : 'bg-well-stone',
      )}
    >
      <span className="relative max-2xs:h-28">
        <Picture
          name={picture}
          sizes={BOX_SIZES}
          alt=""
          className="absolute inset-x-0 inset-y-1/20 h-9/10 w-full object-contain transition-transform ease-lid group-hover/box:-translate-y-1.5"
        />
      </span>
      <span className="grid justify-items-start gap-2.5 self-center py-5 pr-5 pl-1 max-2xs:pl-5 md:py-8 md:pr-8">
        {badge}
        <h3 className="max-md:text-h4">
          <TitleText text={title} />
        </h3>
        <span className={cn('text-sm', isMidnight && 'text-mist')}>{text}</span>
        <b>From {formatMoney(from)}</b>
        <span className={linkClass('mt-2 min-h-0')}>
          {link} <Icon name="arrow" />
        </span>
      </span>
    </Link>
  )
}

/** Links from the wands to the boxes. Spec: 2 Product detail, Wand product */
export function BoxCards({ prices }: { prices: ProductPageData['boxes'] }) {
  const { market, vol1Copies } = usePageFacts()
  return (
    <Section className="pt-0" aria-labelledby="cross">
      <h2 id="cross" className="mb-part">
        {BOXES.title}
      </h2>
      <div className={cn('grid gap-gap', prices.vol1 && 'lg:grid-cols-2')}>
        {prices.vol1 ? (
          <BoxCard
            handle={HANDLES.vol1}
            picture="box-vol1-ember"
            badge={<Badge>{BADGES.limited}</Badge>}
            title={BOXES.vol1.title}
            text={`${vol1Copies} copies, signed and numbered.`}
            from={prices.vol1}
            link={BOXES.vol1.link}
          />
        ) : null}
        <BoxCard
          handle={HANDLES.vol2[market]}
          picture="box-vol2-closed"
          badge={<EnvelopeBadge text="Gift Envelope" />}
          title={BOXES.vol2.title}
          text={BOXES.vol2.text}
          from={prices.vol2}
          link={BOXES.vol2.link}
          isMidnight
        />
      </div>
    </Section>
  )
}
