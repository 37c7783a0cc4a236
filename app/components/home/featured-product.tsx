import { Fragment, type Ref } from 'react'
import { FEATURED_PRODUCT, featuredButton, featuredFacts } from '../../content/home-words.ts'
import type { PageFacts } from '../../content/page-facts.ts'
import { HANDLES, productPath } from '../../models/product.ts'
import { EnvelopeBadge } from '../catalogue/card-marks.tsx'
import { Film, type FilmHandle } from '../page/film.tsx'
import { TitleText } from '../page/text.tsx'
import { ButtonLink } from '../ui/button.tsx'
import { Fact, Facts } from '../ui/list.tsx'
import { Plate } from '../ui/plate.tsx'
import { Section } from '../ui/section.tsx'

/** Vol. II with its film. Spec: 2 Home, Featured product */
export function FeaturedProduct({ facts, film }: { facts: PageFacts; film: Ref<FilmHandle> }) {
  const { market } = facts
  return (
    <Section aria-labelledby="featured-title">
      <Plate className="grid items-stretch after:hidden lg:grid-cols-3-2">
        <div className="grid bg-soot" id="unlock">
          <Film
            ref={film}
            // What the box is for is seen before the first scroll ends.
            still="open"
            sizes="(max-width: 63.99rem) 92vw, 52rem"
            tallWhenNarrow
            className="size-full max-lg:h-auto max-md:aspect-4/5"
          />
        </div>
        <div className="framed flex flex-col items-start justify-center gap-4 p-panel max-2xs:p-5">
          <EnvelopeBadge value={facts.envelopeValue} />
          <h2 id="featured-title" className="text-subhead">
            <TitleText text={FEATURED_PRODUCT.title} />
          </h2>
          <p>{FEATURED_PRODUCT.text}</p>
          <Facts className="mt-2 w-full border-t border-line *:border-solid *:border-line *:py-3 *:last:border-b">
            {featuredFacts(facts).map(([name, ...parts]) => (
              <Fact key={name} name={name}>
                {parts.map((part) => (
                  <Fragment key={part}>
                    <span className="inline-block">{part}</span>{' '}
                  </Fragment>
                ))}
              </Fact>
            ))}
          </Facts>
          <ButtonLink to={productPath(market, HANDLES.vol2[market])}>{featuredButton(facts)}</ButtonLink>
        </div>
      </Plate>
    </Section>
  )
}
