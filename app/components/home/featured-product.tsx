import type { Ref } from 'react'
import { capitalizeFirst, type PageFacts } from '../../content/page-facts.ts'
import { HANDLES, productPath } from '../../models/product.ts'
import { EnvelopeBadge } from '../catalogue/card-marks.tsx'
import { Film, type FilmHandle } from '../page/film.tsx'
import { TitleText } from '../page/title-text.tsx'
import { ButtonLink } from '../ui/button.tsx'
import { Fact, Facts } from '../ui/list.tsx'
import { Plate } from '../ui/plate.tsx'
import { Section } from '../ui/section.tsx'

/** Vol. II with its film. Spec: 2 Home, Featured product */
export function FeaturedProduct({ facts, film }: { facts: PageFacts; film: Ref<FilmHandle> }) {
  const { market } = facts
  return (
    <Section aria-labelledby="featured-title">
      <Plate className="grid items-stretch after:hidden lg:grid-cols-[minmax(0,7.4fr)_minmax(0,4.6fr)]">
        <div className="grid bg-[#030706]" id="unlock">
          <Film
            ref={film}
            label="Watch it unlock"
            // What the box is for is seen before the first scroll ends.
            still="open"
            sizes="(max-width: 63.99rem) 92vw, 52rem"
            tallWhenNarrow
            className="size-full max-lg:h-auto max-[36rem]:aspect-4/5"
          />
        </div>
        <div className="framed flex flex-col items-start justify-center gap-4.5 p-[clamp(2rem,3vw,3.25rem)] max-[18rem]:p-5">
          <EnvelopeBadge value={facts.envelopeValue} />
          <h2 id="featured-title" className="text-[clamp(1.9rem,1.4rem+1.3vw,2.5rem)]">
            <TitleText text="Vol. II: Magical You" />
          </h2>
          <p>
            Look at the stars on the cover. They draw a figure reaching up with a wand. That is you.
            Everything you would rather not leave lying around goes inside.
          </p>
          <Facts className="mt-2 w-full border-t border-line *:border-solid *:border-line *:py-3 *:last:border-b">
            <Fact name="Size">
              <span className="inline-block">{facts.boxHeight} high,</span>{' '}
              <span className="inline-block">{facts.boxWidth} wide,</span>{' '}
              <span className="inline-block">{facts.boxDepth} deep</span>
            </Fact>
            <Fact name="Opens with">Any of our six wands</Fact>
            <Fact name="Ships">{capitalizeFirst(facts.vol2ShipsNow)}, tracked</Fact>
          </Facts>
          <ButtonLink to={productPath(market, HANDLES.vol2[market])}>
            {facts.isPreOrder ? 'Pre-order' : 'Order'} from {facts.boxOnlyPrice}
          </ButtonLink>
        </div>
      </Plate>
    </Section>
  )
}
