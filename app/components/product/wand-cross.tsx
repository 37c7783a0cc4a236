import { Link } from 'react-router'
import { MARKETS } from '#app/models/market.ts'
import { formatMoney } from '#app/models/money.ts'
import { DRAWINGS } from '#app/models/pictures.ts'
import { HANDLES, productPath } from '#app/models/product.ts'
import { BADGES, Badge, EnvelopeBadge } from '../page/badge.tsx'
import { ButtonLink } from '../page/links.tsx'
import { TitleText } from '../page/text.tsx'
import { usePageFacts, useShop } from '../page/use-shop.ts'
import { linkClass } from '../ui/button.tsx'
import { cn } from '../ui/cn.ts'
import { Icon } from '../ui/icon.tsx'
import { Picture } from '../ui/picture.tsx'
import { Section } from '../ui/section.tsx'
import type { ProductPageData } from './product-parts.tsx'

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

/** Links from the wands to the boxes: Vol. I on stone, Vol. II on midnight. Spec: 2 Product detail, Wand product */
export function BoxCards({ prices: { vol1, vol2 } }: { prices: ProductPageData['boxes'] }) {
  const { vol1Copies, market } = usePageFacts()
  const volumes = [
    {
      handle: HANDLES.vol1,
      picture: 'box-vol1-ember',
      badge: <Badge>{BADGES.limited}</Badge>,
      title: 'Vol. I: The Phoenix Edition',
      text: `${vol1Copies} copies, signed and numbered.`,
      from: vol1,
      link: 'See Vol. I',
    },
    {
      handle: HANDLES.vol2[market],
      picture: 'box-vol2-closed',
      badge: <EnvelopeBadge text="Gift Envelope" />,
      title: 'Vol. II: Magical You',
      text: 'Gift Edition Envelope included.',
      from: vol2,
      link: 'See Vol. II',
    },
  ] as const
  return (
    <Section className="pt-0" aria-labelledby="cross">
      <h2 id="cross" className="mb-part">
        Something to open
      </h2>
      <div className={cn('grid gap-gap', vol1 && 'lg:grid-cols-2')}>
        {volumes.map(({ handle, picture, badge, title, text, from, link }) => {
          const isMidnight = picture === 'box-vol2-closed'
          return from === null ? null : (
            <Link
              key={handle}
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
                  // The width of the box itself, which is less than that of its frame.
                  sizes="(max-width: 47.99rem) 10.5rem, 18rem"
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
        })}
      </div>
    </Section>
  )
}
