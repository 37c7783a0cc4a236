import type { Ref } from 'react'
import { HANDLES, productPath } from '../../models/product.ts'
import { EnvelopeBadge } from '../catalogue/envelope-badge.tsx'
import { Film, type FilmHandle } from '../content/film.tsx'
import { capitalizeFirst, type PageFacts } from '../content/page-facts.ts'
import { ButtonLink } from '../ui/button.tsx'

/** Vol. II with its film. Spec: 2 Home, Featured product with video */
export function FeaturedProduct({ facts, film }: { facts: PageFacts; film: Ref<FilmHandle> }) {
  const { market } = facts
  return (
    <section className="sec" aria-labelledby="featured-title">
      <div className="wrap">
        <div className="plate feat">
          <div className="film" id="unlock">
            <Film
              ref={film}
              label="Watch it unlock"
              sizes="(max-width: 63.99rem) 92vw, 52rem"
              tallWhenNarrow
            />
          </div>
          <div className="txt">
            <EnvelopeBadge value={facts.envelopeValue} />
            <h2 id="featured-title">Vol. II: Magical You</h2>
            <p>
              Look at the stars on the cover. They draw a figure reaching up with a wand. That is you.
              Everything you would rather not leave lying around goes inside.
            </p>
            <dl className="facts">
              <div>
                <dt>Size</dt>
                <dd>
                  <span>{facts.boxHeight} high,</span> <span>{facts.boxWidth} wide,</span>{' '}
                  <span>{facts.boxDepth} deep</span>
                </dd>
              </div>
              <div>
                <dt>Opens with</dt>
                <dd>Any of our six wands</dd>
              </div>
              <div>
                <dt>Ships</dt>
                <dd>{capitalizeFirst(facts.vol2ShipsNow)}, tracked</dd>
              </div>
            </dl>
            <ButtonLink to={productPath(market, HANDLES.vol2[market])}>
              {facts.isPreOrder ? 'Pre-order' : 'Order'} from {facts.boxOnlyPrice}
            </ButtonLink>
          </div>
        </div>
      </div>
    </section>
  )
}
