import type { CSSProperties } from 'react'
import { ButtonLink } from '#app/components/page/links.tsx'
import { RichText } from '#app/components/page/text.tsx'
import { usePageFacts } from '#app/components/page/use-shop.ts'
import { cn } from '#app/components/ui/cn.ts'
import { Picture } from '#app/components/ui/picture.tsx'
import { Lede, Section } from '#app/components/ui/section.tsx'
import type { PageFacts } from '#app/content/page-facts.ts'
import { LIMITED_EDITION_MARKET, MARKETS } from '#app/models/market.ts'
import { DRAWINGS, type PictureName } from '#app/models/pictures.ts'
import { capitalizeFirst, WAND_COUNT } from '#app/models/wands.ts'
import { headLoader } from './page-head.server.ts'

export { pageMeta as meta } from '#app/components/page/page-head.tsx'

export const loader = headLoader('/about')

const FADE = { '--fade': 'linear-gradient(#0b141200 40%,#0b1412d9 78%,#0b1412)' } as CSSProperties

/** Spec: 2 Other pages, About */
export default function About() {
  const facts = usePageFacts()
  const { sellsLimitedEdition } = facts.store
  return (
    <>
      <section
        data-theme="dark"
        className="relative isolate overflow-hidden bg-soot"
        style={FADE}
        aria-labelledby="about-title"
      >
        <div className="absolute inset-0 bg-scrim-down md:bg-(image:--fade) print:hidden" />
        <Picture
          // The bench shows what this store sells.
          name={sellsLimitedEdition ? 'story-scene' : 'story-scene-us'}
          alt={`A workshop at night: a ${sellsLimitedEdition ? 'red Phoenix Edition' : 'midnight blue box'} on the bench under a green lamp, a wand beside it, finished books on the shelf`}
          sizes="100vw"
          className="aspect-4/3 w-full object-cover object-[50%_38%] md:h-[clamp(30rem,54vw,max(46rem,74svh))] print:h-84"
          priority
        />
        <div className="wrap z-1 grid items-end gap-x-12 gap-y-4 relative -mt-10 pb-10 md:absolute md:inset-x-0 md:bottom-panel md:mt-0 md:pb-0 lg:grid-cols-3-2 print:static print:mt-5">
          <h1 id="about-title">Our Story</h1>
          <Lede className="text-bone">How a box of leftovers became a box of secrets.</Lede>
        </div>
      </section>
      <div className="wrap grid gap-section py-section">
        {chaptersOf(facts).map((chapter, index) => (
          <Chapter key={chapter.title} {...chapter} index={index} />
        ))}
      </div>
      <Section ground="bottle" className="text-center" aria-labelledby="own-title">
        <h2 id="own-title">Our own house</h2>
        <Lede className="mx-auto mt-5 text-pretty">
          Wizard Box is independent. We are not affiliated with the earlier company or its brand, nor with any
          other. Original wands of the earlier company do open our boxes, so if you have kept yours, it has
          work again. Questions about that brand are not ours to answer.
        </Lede>
        <Lede className="mx-auto mt-5 text-pretty">
          <RichText text="The rest is plain shopkeeping. We make a small number of things, say what they are, and [write back when you write to us](/contact)." />
        </Lede>
      </Section>
      <Section
        data-theme="dark"
        className="text-center bg-lamp-pine print:hidden"
        aria-labelledby="end-title"
      >
        <img
          {...DRAWINGS['logo-stacked']}
          alt="Wizard Box"
          loading="lazy"
          decoding="async"
          className="mx-auto mb-8 w-[min(20rem,60vw)]"
        />
        <h2 id="end-title">The shelf is this way</h2>
        <Lede className="mx-auto mt-4 text-quiet">
          {`${sellsLimitedEdition ? 'Two volumes' : 'One box'}, ${WAND_COUNT} wands, one lock.`}
        </Lede>
        <ButtonLink className="mt-8 max-md:w-full" to="/products">
          See the boxes and wands
        </ButtonLink>
      </Section>
    </>
  )
}

type ChapterTexts = {
  readonly title: string
  readonly picture: PictureName
  readonly alt: string
  /** The picture stands on this ground; without it, the picture fills its frame. */
  readonly ground?: string
  readonly text: readonly string[]
}

function chaptersOf({ store, vol1Copies, isPreOrder, vol2ShipsNow }: PageFacts): readonly ChapterTexts[] {
  const { sellsLimitedEdition } = store
  const { shipsTo } = MARKETS[LIMITED_EDITION_MARKET]
  return [
    {
      title: 'Bought back',
      picture: 'story-crate',
      alt: 'Old books, a wand and a roll of leather in a crate of straw',
      text: [
        'There was once a company that made wizard-themed things. It failed. Companies do. What was left was sold off, as what is left usually is.',
        'Our founder bought some of it back. Not all of it, and not the old story. Only the pieces that seemed too good for the place where such things end up.',
      ],
    },
    {
      title: 'The question',
      picture: 'wands-collectors-set',
      alt: `${capitalizeFirst(WAND_COUNT)} wands in a velvet-lined case`,
      ground: 'bg-lamp-velvet',
      text: [
        'That company had made wands. A wand with nothing to do is a stick with ambitions. So the question on the workbench was a simple one: what should a wand open?',
        'Not a door. Doors are for everybody. It should open something of your own, in your own house, that nobody else would look at twice.',
      ],
    },
    {
      title: 'The answer',
      picture: 'box-vol2-open',
      alt: 'Vol. II, open, with keepsakes in its tray',
      ground: 'bg-lamp-midnight',
      text: [
        'A book. It stands on a shelf with the others and gives nothing away. On the cover is a triangle with a keyhole, and there is no key. Touch the wand to it and the cover lifts.',
        'That is the Wizard Box. It keeps letters, photographs, rings, tickets and whatever else you have never found the right drawer for. Hence the line over our door: Some Treasures Deserve More Than a Drawer.',
      ],
    },
    {
      title: 'The volumes',
      picture: sellsLimitedEdition ? 'box-vol1-ember' : 'box-vol2-closed',
      alt: sellsLimitedEdition ? 'Vol. I: The Phoenix Edition in Ember' : 'Vol. II: Magical You',
      ground: 'bg-well-stone',
      text: [
        `Vol. I: The Phoenix Edition came first, because it is about beginning again. ${sellsLimitedEdition ? `${vol1Copies} copies, hand-made, signed and numbered.` : `Its ${vol1Copies} hand-made, signed and numbered copies ship to ${shipsTo} only.`}`,
        isPreOrder
          ? `Vol. II: Magical You comes next, in ${vol2ShipsNow}. It is about you.`
          : 'Vol. II: Magical You came next. It is about you.',
      ],
    },
  ]
}

/** A chapter of the story, its text and its picture side by side: on the left in every other one. */
function Chapter({ index, title, picture, alt, ground, text }: ChapterTexts & { index: number }) {
  const number = ['I', 'II', 'III', 'IV'][index]
  const isFlipped = index % 2 === 1
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
        {text.map((paragraph) => (
          <p key={paragraph}>{paragraph}</p>
        ))}
      </div>
      <div className={cn('relative aspect-7/6 overflow-hidden rounded-board', ground)}>
        <Picture
          name={picture}
          className={cn(
            'absolute',
            ground ? 'inset-1/12 size-5/6 object-contain' : 'inset-0 size-full object-cover',
          )}
          alt={alt}
          sizes="(max-width: 63.99rem) 92vw, 44rem"
        />
      </div>
    </section>
  )
}
