import { editionCopy } from '#app/content/box-words.ts'
import { SEVEN_PIECES } from '#app/content/choices.ts'
import type { PageFacts } from '#app/content/page-facts.ts'
import { EDITIONS } from '#app/models/option-choice.ts'
import { OBJECT_TEXTS } from '#app/models/picture-texts.ts'
import { PICTURE_TEXTS } from '#app/models/pictures.ts'
import { vol2Path } from '#app/models/product.ts'
import { EnvelopeBadge } from '../page/badge.tsx'
import { ButtonLink, TextLink } from '../page/links.tsx'
import { cn } from '../ui/cn.ts'
import { Icon } from '../ui/icon.tsx'
import { Picture } from '../ui/picture.tsx'
import { Lede, Section } from '../ui/section.tsx'

export function LimitedEdition({ facts, isSoldOut }: { facts: PageFacts; isSoldOut: boolean }) {
  const { vol1Copies } = facts
  return (
    <div
      data-limited=""
      className="grid grid-cols-lead items-center gap-x-4 gap-y-1.5 stripe border-wax bg-blush px-5 py-4 text-sm max-2xs:grid-cols-1"
    >
      <span
        className="row-span-2 text-3xl leading-single text-wax max-2xs:row-auto 2xs:pr-4 2xs:[border-right:1px_solid_var(--color-line)]"
        aria-hidden="true"
      >
        {vol1Copies}
      </span>
      <b className="leading-tight">Limited Edition</b>
      <span className="text-balance text-quiet">
        {isSoldOut
          ? `All ${vol1Copies} copies have found a shelf. Vol. II: Magical You is next.`
          : `${vol1Copies} signed and numbered copies, and then no more.`}
      </span>
    </div>
  )
}

/** Words on the left, and what they are about in the wider column. */
const WORDS_AND_PICTURE = 'grid grid-cols-1 items-center gap-column lg:grid-cols-5-6'

/** The middle one stands in front. */
const ROW_OF_EDITIONS = [
  ['box-vol1-ashborn', '[scale:.86] [translate:-25%]'],
  ['box-vol1-ember', '[scale:.86] [translate:25%]'],
  ['box-vol1-sunfire', ''],
] as const

/** How Vol. I is made, and its editions. */
export function MadeByHand({ facts }: { facts: PageFacts }) {
  return (
    <section data-theme="dark" className="grid grid-cols-1 bg-bottle lg:grid-cols-3-2" aria-labelledby="made">
      <figure className="relative overflow-hidden bg-well-stone max-lg:aspect-16/10 lg:min-h-120">
        {ROW_OF_EDITIONS.map(([name, place]) => (
          <Picture
            key={name}
            name={name}
            alt={OBJECT_TEXTS[name]}
            sizes="(max-width: 60rem) 50vw, 28vw"
            className={cn('absolute inset-1/12 size-5/6 object-contain', place)}
          />
        ))}
      </figure>
      <div className="self-center py-band max-lg:px-gutter lg:pr-bleed lg:pl-column">
        <h2 id="made">Three fires, one bench</h2>
        <Lede className="mt-4 text-quiet">
          {`Each copy is made by hand, signed and numbered. There are ${facts.vol1Copies} in all, in three editions, and then no more.`}
        </Lede>
        <dl className="mt-6 line-t">
          {EDITIONS.map((edition) => (
            <div
              key={edition}
              className="grid grid-cols-[6.5rem_1fr] items-baseline gap-4 line-b py-3 text-sm leading-snug max-2xs:grid-cols-1"
            >
              <dt className="font-display text-lg text-accent">{edition}</dt>
              <dd>{editionCopy(edition, facts).line}</dd>
            </div>
          ))}
        </dl>
      </div>
    </section>
  )
}

/** Link from Vol. I to Vol. II, in the UK store. Spec: 2 Product detail */
export function NextVolumeTeaser({ facts }: { facts: PageFacts }) {
  const { isPreOrder, vol2ShipsNow, market } = facts
  return (
    <Section aria-labelledby="next">
      <div
        data-theme="dark"
        className="grid grid-cols-1 items-center gap-column overflow-hidden rounded-board bg-lamp-midnight lamp-left max-md:-mx-gutter max-md:rounded-none lg:grid-cols-5-6 print:hidden"
      >
        <div className="relative min-h-80 lg:min-h-96">
          <Picture
            name="box-vol2-closed"
            alt={PICTURE_TEXTS['box-vol2-closed']}
            sizes="(max-width: 60rem) 80vw, 30rem"
            className="absolute inset-x-0 inset-y-1/20 h-9/10 w-full object-contain"
          />
        </div>
        <div className="flex flex-col items-start gap-4 px-gutter pb-10 lg:py-band lg:pl-0">
          <EnvelopeBadge />
          <h2 id="next">Rather wait for the next one?</h2>
          <p className="text-mist">
            {isPreOrder
              ? `Vol. II: Magical You ships ${vol2ShipsNow}, with the Gift Edition Envelope free.`
              : 'Vol. II: Magical You comes with the Gift Edition Envelope free.'}
          </p>
          <ButtonLink to={vol2Path(market)} className="max-md:w-full">
            {isPreOrder ? 'Pre-order Vol. II' : 'See Vol. II'}
          </ButtonLink>
        </div>
      </div>
    </Section>
  )
}

export function BoxInterior() {
  return (
    <Section ground="bottle" aria-labelledby="inside">
      <div className={WORDS_AND_PICTURE}>
        <div>
          <h2 id="inside">Room for what matters</h2>
          <Lede className="mt-4 text-quiet">
            Letters. The photograph you never framed. The key to a door you no longer have. A tray to hold
            them, and a bookplate for your name.
          </Lede>
        </div>
        <Picture
          name="box-vol2-open"
          alt={PICTURE_TEXTS['box-vol2-open']}
          sizes="(max-width: 60rem) 90vw, 46rem"
        />
      </div>
    </Section>
  )
}

export function EnvelopePieces() {
  return (
    <Section aria-labelledby="pieces">
      <div className={cn(WORDS_AND_PICTURE, 'items-start')}>
        <div>
          <h2 id="pieces">In the Gift Edition Envelope</h2>
          <Lede className="mt-4 mb-2.5 text-quiet">
            Vol. II comes with the Gift Edition Envelope or the printable letter. With either you can hand
            somebody a letter and a set of magic words while the box is on its way.
          </Lede>
          <TextLink to="/gift">
            How a gift works <Icon name="arrow" />
          </TextLink>
        </div>
        <ol className="grid grid-cols-2 gap-x-gap gap-y-8 md:grid-cols-4">
          {SEVEN_PIECES.map(([picture, name]) => (
            <li
              key={picture}
              className="text-center text-sm leading-snug text-balance max-md:last:col-span-full"
            >
              <Picture name={picture} sizes="6.5rem" className="mx-auto mb-1.5 size-26" />
              <span>{name}</span>
            </li>
          ))}
        </ol>
      </div>
    </Section>
  )
}
