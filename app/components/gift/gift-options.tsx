import type { PageFacts } from '#app/content/page-facts.ts'
import { HANDLES, productPath } from '#app/models/product.ts'
import { PREMIUM_COUNT } from '#app/models/wands.ts'
import { BADGES, Badge } from '../page/badge.tsx'
import { ButtonLink } from '../page/links.tsx'
import { cn } from '../ui/cn.ts'
import { Picture } from '../ui/picture.tsx'
import { plateClass, SectionHead } from '../ui/section.tsx'

/** The three gifts at live prices, each a link to the page of Vol. II with its option chosen. Spec: 9 Gift page copy prices */
export function GiftOptions({ facts }: { facts: PageFacts }) {
  const { market, boxOnlyPrice, classicSetPrice, premiumSetPrice } = facts
  const options = [
    ['box-only', 'Wizard Box only', 'For someone with a wand.', boxOnlyPrice, null],
    [
      'classic-wand',
      'Complete Set with Classic Wand',
      'Dragon & Elder included.',
      classicSetPrice,
      'wand-dragon-elder',
    ],
    [
      'premium-wand',
      'Complete Set with Premium Wand',
      `One of ${PREMIUM_COUNT} premium wands. The person you give it to makes the final choice.`,
      premiumSetPrice,
      'wand-unicorn-chestnut',
    ],
  ] as const
  return (
    <section aria-labelledby="options-title">
      <div className="wrap">
        <SectionHead>
          <h2 id="options-title">Three ways to give it</h2>
        </SectionHead>
        <ul className="grid gap-gap md:grid-cols-3">
          {options.map(([option, title, text, price, wand]) => (
            // Between phone and tablet the picture stands beside its words.
            <li key={option} data-theme="light" className={plateClass('flex flex-col p-6 text-center')}>
              <div className="relative aspect-7/6 overflow-hidden bg-lamp-midnight">
                {option === 'classic-wand' ? (
                  <div className="absolute top-4 left-4 z-1 flex">
                    <Badge tone="gold">{BADGES.popular}</Badge>
                  </div>
                ) : null}
                <Picture
                  className={cn('absolute inset-1/30 size-14/15 object-contain', wand && '-translate-x-1/12')}
                  name="box-vol2-closed"
                  sizes="20rem"
                  alt=""
                />
                {wand ? (
                  <Picture
                    className="absolute inset-1/12 size-5/6 translate-x-1/3 rotate-14 object-contain"
                    name={wand}
                    sizes="6rem"
                    alt=""
                  />
                ) : null}
              </div>
              <h3 id={`give-${option}`} className="mt-6 text-xl">
                {title}
              </h3>
              <p className="mx-auto mt-2 text-sm text-quiet">{text}</p>
              <p className="mt-auto mb-5 pt-4 text-xl font-semibold">{price}</p>
              <ButtonLink
                to={`${productPath(market, HANDLES.vol2[market])}?option=${option}&wrapping=gift-edition`}
                className="z-1"
                aria-describedby={`give-${option}`}
              >
                Choose
              </ButtonLink>
            </li>
          ))}
        </ul>
      </div>
    </section>
  )
}
