import { ChapterView } from '../../components/content/about/chapter-view.tsx'
import { chapters, INDEPENDENCE_TEXTS } from '../../components/content/about/chapters.ts'
import { workshopAlt } from '../../components/content/picture-words.ts'
import { RichText } from '../../components/content/rich-text.tsx'
import { usePageFacts } from '../../components/content/use-page-facts.ts'
import { pageMeta } from '../../components/layout/page-head.ts'
import { ButtonLink } from '../../components/ui/button.tsx'
import { Picture } from '../../components/ui/picture.tsx'
import { DRAWINGS } from '../../models/drawings.ts'
import { marketPath } from '../../models/market.ts'
import type { Route } from './+types/about'

export const meta: Route.MetaFunction = (args) => pageMeta(args, '/about')

export default function About() {
  const facts = usePageFacts()
  return (
    <div className="page-about">
      <section className="ah dark" aria-labelledby="about-title">
        <figure>
          <Picture name="story-scene" sizes="100vw" alt={workshopAlt(facts.market)} priority />
        </figure>
        <div className="wrap">
          <h1 id="about-title">Our Story</h1>
          <p className="lede">How a box of leftovers became a box of secrets.</p>
        </div>
      </section>
      <div className="sec wrap">
        {chapters(facts).map((chapter, index) => (
          <ChapterView key={chapter.number} chapter={chapter} isFlipped={index % 2 === 1} />
        ))}
      </div>
      <OwnHouse />
      <section className="sec dark end" aria-labelledby="end-title">
        <div className="wrap">
          <img {...DRAWINGS['logo-stacked']} alt="Wizard Box" loading="lazy" decoding="async" />
          <h2 id="end-title">The shelf is this way</h2>
          <p className="lede muted">
            {facts.market === 'us' ? 'One box, six wands, one lock.' : 'Two volumes, six wands, one lock.'}
          </p>
          <ButtonLink to={marketPath(facts.market, '/products')}>See the boxes and wands</ButtonLink>
        </div>
      </section>
    </div>
  )
}

function OwnHouse() {
  return (
    <section className="sec dark bottle own" aria-labelledby="own-title">
      <div className="wrap">
        <img {...DRAWINGS['logo-mark']} alt="" loading="lazy" decoding="async" />
        <h2 id="own-title">Our own house</h2>
        {INDEPENDENCE_TEXTS.map((text) => (
          <p key={text} className="lede">
            <RichText text={text} />
          </p>
        ))}
      </div>
    </section>
  )
}
