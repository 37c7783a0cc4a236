import { RichText } from '#app/components/page/rich-text.tsx'
import { usePageFacts } from '#app/components/page/use-shop.ts'
import { ButtonLink } from '#app/components/ui/button.tsx'
import { cn } from '#app/components/ui/cn.ts'
import { Picture } from '#app/components/ui/picture.tsx'
import { Lede, Section } from '#app/components/ui/section.tsx'
import { ABOUT, aboutEnd, type Chapter, chapters, OWN_HOUSE } from '#app/content/about-words.ts'
import { DRAWINGS } from '#app/models/drawings.ts'
import { marketPath } from '#app/models/market.ts'
import { headLoader } from './page-head.server.ts'

export { pageMeta as meta } from '#app/components/page/page-head.tsx'

export const loader = headLoader('/about')

export default function About() {
  const facts = usePageFacts()
  const end = aboutEnd(facts)
  return (
    <>
      <section
        data-theme="dark"
        className="relative isolate overflow-hidden bg-soot before:absolute before:inset-0 before:bg-scrim-down md:before:bg-[linear-gradient(#0b141200_40%,#0b1412d9_78%,#0b1412)] print:before:hidden"
        aria-labelledby="about-title"
      >
        <figure>
          <Picture
            // On the bench lies what this store sells.
            name={facts.store.sellsLimitedEdition ? 'story-scene' : 'story-scene-us'}
            sizes="100vw"
            className="aspect-4/3 w-full object-cover object-[50%_38%] md:h-[clamp(30rem,54vw,max(46rem,74svh))] print:h-84"
            priority
          />
        </figure>
        <div className="wrap z-1 grid items-end gap-x-12 gap-y-4 relative -mt-10 pb-10 md:absolute md:inset-x-0 md:bottom-panel md:mt-0 md:pb-0 lg:grid-cols-3-2 print:static print:mt-5">
          <h1 id="about-title">{ABOUT.title}</h1>
          <Lede className="text-bone">{ABOUT.text}</Lede>
        </div>
      </section>
      <div className="wrap grid gap-section py-section">
        {chapters(facts).map((chapter, index) => (
          <ChapterView key={chapter.number} chapter={chapter} isFlipped={index % 2 === 1} />
        ))}
      </div>
      <OwnHouse />
      <section
        data-theme="dark"
        className="py-section text-center bg-lamp-pine print:hidden"
        aria-labelledby="end-title"
      >
        <div className="wrap">
          <img
            {...DRAWINGS['logo-stacked']}
            alt="Wizard Box"
            loading="lazy"
            decoding="async"
            className="mx-auto mb-8 w-[min(20rem,60vw)]"
          />
          <h2 id="end-title">{end.title}</h2>
          <Lede className="mx-auto mt-4 text-quiet">{end.text}</Lede>
          <ButtonLink className="mt-8 max-md:w-full" to={marketPath(facts.market, '/products')}>
            {end.button}
          </ButtonLink>
        </div>
      </section>
    </>
  )
}

function OwnHouse() {
  return (
    <Section ground="bottle" className="text-center" aria-labelledby="own-title">
      <h2 id="own-title">{OWN_HOUSE.title}</h2>
      {OWN_HOUSE.paragraphs.map((text) => (
        <Lede key={text} className="mx-auto mt-5 text-pretty">
          <RichText text={text} />
        </Lede>
      ))}
    </Section>
  )
}

const GROUNDS: Record<Chapter['picture']['look'], string> = {
  velvet: 'bg-lamp-velvet',
  stone: 'bg-well-stone',
  midnight: 'bg-lamp-midnight',
  crate: '',
}

/** A chapter with text and picture side by side; `isFlipped` swaps the sides. */
function ChapterView({ chapter, isFlipped }: { chapter: Chapter; isFlipped: boolean }) {
  const { number, title, paragraphs, picture } = chapter
  const isCrate = picture.look === 'crate'
  return (
    <section
      className={cn(
        'grid items-center gap-column print:break-inside-avoid',
        isFlipped ? 'lg:grid-cols-6-5' : 'lg:grid-cols-5-6',
      )}
      aria-labelledby={`chapter-${number}`}
    >
      <div className={cn('grid gap-4', isFlipped && 'lg:order-2')}>
        <p className="-mb-2 font-display text-h4 text-accent" aria-hidden="true">
          {number}
        </p>
        <h2 id={`chapter-${number}`} className="text-subhead">
          {title}
        </h2>
        {paragraphs.map((text) => (
          <p key={text}>{text}</p>
        ))}
      </div>
      <div className={cn('relative aspect-7/6 overflow-hidden rounded-board', GROUNDS[picture.look])}>
        <Picture
          name={picture.name}
          className={cn(
            'absolute',
            isCrate ? 'inset-0 size-full object-cover' : 'inset-1/12 size-5/6 object-contain',
          )}
          alt={picture.alt}
          sizes="(max-width: 63.99rem) 92vw, 44rem"
        />
      </div>
    </section>
  )
}
