import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { BADGES } from '#app/components/page/badge.tsx'
import { MARKETS } from '#app/models/market.ts'
import { formatMoney, type Money } from '#app/models/money.ts'
import { DRAWINGS } from '#app/models/pictures.ts'
import { HANDLES, productPath } from '#app/models/product.ts'
import { Badge, EnvelopeBadge } from '../page/badge.tsx'
import { TitleText } from '../page/text.tsx'
import { usePageFacts, useShop } from '../page/use-shop.ts'
import { ButtonLink, linkClass } from '../ui/button.tsx'
import { cn } from '../ui/cn.ts'
import { Icon } from '../ui/icon.tsx'
import { Picture } from '../ui/picture.tsx'
import { Section } from '../ui/section.tsx'
import type { ProductPageData } from './product-parts.tsx'

/** Suggests the boxes to visitors who own none. */
export function NoBoxYet({ text, className }: { text: string; className?: string }) {
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
        <h3 className="text-2xl">No box yet?</h3>
        <p className="mt-1.5 text-quiet">{text}</p>
      </div>
      <div className="flex flex-wrap gap-3 max-md:col-span-full max-md:*:flex-1">
        {MARKETS[market].sellsLimitedEdition ? (
          <ButtonLink variant="ghost" to={productPath(market, HANDLES.vol1)}>
            See Vol. I
          </ButtonLink>
        ) : null}
        <ButtonLink to={productPath(market, HANDLES.vol2[market])}>See Vol. II</ButtonLink>
      </div>
    </div>
  )
}

/** The width of the box itself, which is less than that of its frame. */
const BOX_SIZES = '(max-width: 47.99rem) 10.5rem, 18rem'

/** The card of Vol. I, on stone, or of Vol. II, on midnight. */
function BoxCard({
  volume,
  badge,
  text,
  from,
}: {
  volume: 'vol1' | 'vol2'
  badge: ReactNode
  text: string
  from: Money
}) {
  const { market } = useShop()
  const isMidnight = volume === 'vol2'
  return (
    <Link
      to={productPath(market, isMidnight ? HANDLES.vol2[market] : HANDLES.vol1)}
      prefetch="intent"
      data-theme={isMidnight ? 'dark' : undefined}
      className={cn(
        'group/box relative grid min-h-60 grid-cols-2-3 overflow-hidden rounded-board no-underline focus-visible:outline-gilt-ink max-2xs:grid-cols-1 md:min-h-80 md:grid-cols-5-6',
        isMidnight ? 'bg-lamp-midnight lamp-left' : 'bg-well-stone',
      )}
    >
      <span className="relative max-2xs:h-28">
        <Picture
          name={isMidnight ? 'box-vol2-closed' : 'box-vol1-ember'}
          sizes={BOX_SIZES}
          alt=""
          className="absolute inset-x-0 inset-y-1/20 h-9/10 w-full object-contain transition-transform ease-lid group-hover/box:-translate-y-1.5"
        />
      </span>
      <span className="grid justify-items-start gap-2.5 self-center py-5 pr-5 pl-1 max-2xs:pl-5 md:py-8 md:pr-8">
        {badge}
        <h3 className="max-md:text-h4">
          <TitleText text={isMidnight ? 'Vol. II: Magical You' : 'Vol. I: The Phoenix Edition'} />
        </h3>
        <span className={cn('text-sm', isMidnight && 'text-mist')}>{text}</span>
        <b>From {formatMoney(from)}</b>
        <span className={linkClass('mt-2 min-h-0')}>
          {isMidnight ? 'See Vol. II' : 'See Vol. I'} <Icon name="arrow" />
        </span>
      </span>
    </Link>
  )
}

/** Links from the wands to the boxes. Spec: 2 Product detail, Wand product */
export function BoxCards({ prices: { vol1, vol2 } }: { prices: ProductPageData['boxes'] }) {
  const { vol1Copies } = usePageFacts()
  return (
    <Section className="pt-0" aria-labelledby="cross">
      <h2 id="cross" className="mb-part">
        Something to open
      </h2>
      <div className={cn('grid gap-gap', vol1 && 'lg:grid-cols-2')}>
        {vol1 ? (
          <BoxCard
            volume="vol1"
            badge={<Badge>{BADGES.limited}</Badge>}
            text={`${vol1Copies} copies, signed and numbered.`}
            from={vol1}
          />
        ) : null}
        <BoxCard
          volume="vol2"
          badge={<EnvelopeBadge text="Gift Envelope" />}
          text="Gift Edition Envelope included."
          from={vol2}
        />
      </div>
    </Section>
  )
}
