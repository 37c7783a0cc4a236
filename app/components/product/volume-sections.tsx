import { BADGES } from '../../content/card-words.ts'
import type { PageFacts } from '../../content/page-facts.ts'
import {
  ENVELOPE,
  ENVELOPE_PIECES,
  editionCopy,
  INTERIOR,
  madeByHand,
  nextVolume,
} from '../../content/volume-words.ts'
import { marketPath } from '../../models/market.ts'
import { EDITIONS } from '../../models/option-choice.ts'
import { HANDLES, productPath } from '../../models/product.ts'
import { Badge } from '../ui/badge.tsx'
import { ButtonLink, TextLink } from '../ui/button.tsx'
import { cn } from '../ui/cn.ts'
import { Icon } from '../ui/icon.tsx'
import { Picture } from '../ui/picture.tsx'
import { Lede, Section } from '../ui/section.tsx'

/** Words on the left, and what they are about in the wider column. */
const WORDS_AND_PICTURE =
  'grid grid-cols-1 items-center gap-[clamp(2rem,5vw,5rem)] tab:grid-cols-[minmax(0,5fr)_minmax(0,7fr)]'

/** The middle one stands in front. */
const ROW_OF_EDITIONS = [
  ['box-vol1-ashborn', '-translate-x-[27%] scale-88'],
  ['box-vol1-ember', 'translate-x-[27%] scale-88'],
  ['box-vol1-sunfire', ''],
] as const

/** How Vol. I is made, and its editions. */
export function MadeByHand({ facts }: { facts: PageFacts }) {
  const { title, text } = madeByHand(facts)
  return (
    <section
      data-ground="theatre"
      className="grid grid-cols-1 bg-bottle tab:grid-cols-[minmax(0,7fr)_minmax(0,5fr)]"
      aria-labelledby="made"
    >
      <figure className="relative overflow-hidden well-stone max-tab:aspect-16/10 tab:min-h-120">
        {ROW_OF_EDITIONS.map(([name, place]) => (
          <Picture
            key={name}
            name={name}
            sizes="(max-width: 60rem) 50vw, 28vw"
            className={cn('absolute inset-[8%] size-[84%] object-contain', place)}
          />
        ))}
      </figure>
      <div className="self-center py-[clamp(2.5rem,5vw,5.5rem)] max-tab:px-gutter tab:pr-[max(var(--spacing-gutter),calc((100vw-var(--container-page))/2))] tab:pl-[clamp(2rem,5vw,5rem)]">
        <h2 id="made">{title}</h2>
        <Lede className="mt-4.5 text-quiet">{text}</Lede>
        <dl className="mt-7 border-t border-line">
          {EDITIONS.map((edition) => (
            <div
              key={edition}
              className="grid grid-cols-[6.5rem_1fr] gap-4 border-b border-line py-3 text-sm leading-[1.45] max-[18rem]:grid-cols-1"
            >
              <dt className="font-display text-[1.1875rem] text-accent">{edition}</dt>
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
  const { title, text, button } = nextVolume(facts)
  return (
    <Section aria-labelledby="next">
      <div
        data-ground="theatre"
        className="grid grid-cols-1 items-center gap-[clamp(1.5rem,5vw,5rem)] overflow-hidden rounded-board lamp-midnight [--lamp:26%_45%] max-md:-mx-gutter max-md:rounded-none tab:grid-cols-[minmax(0,5fr)_minmax(0,6fr)] print:hidden"
      >
        <div className="relative min-h-80 tab:min-h-96">
          <Picture
            name="box-vol2-closed"
            sizes="(max-width: 60rem) 80vw, 30rem"
            className="absolute inset-x-0 inset-y-[5%] h-[90%] w-full object-contain"
          />
        </div>
        <div className="flex flex-col items-start gap-4.5 max-tab:px-[clamp(1.5rem,4vw,4rem)] max-tab:pb-10 tab:py-[clamp(2rem,5vw,4.5rem)] tab:pr-[clamp(1.5rem,4vw,4rem)]">
          <Badge tone="free">
            <s>{facts.envelopeValue}</s> FREE {BADGES.envelope}
          </Badge>
          <h2 id="next">{title}</h2>
          <p className="text-[#cfd5e6]">{text}</p>
          <ButtonLink to={productPath(facts.market, HANDLES.vol2[facts.market])} className="max-md:w-full">
            {button}
          </ButtonLink>
        </div>
      </div>
    </Section>
  )
}

/** The inside of Vol. II. */
export function VolumeInterior() {
  return (
    <Section ground="bottle" aria-labelledby="inside">
      <div className={WORDS_AND_PICTURE}>
        <div>
          <h2 id="inside">{INTERIOR.title}</h2>
          <Lede className="mt-4.5 text-quiet">{INTERIOR.text}</Lede>
        </div>
        <Picture name="box-vol2-open" sizes="(max-width: 60rem) 90vw, 46rem" />
      </div>
    </Section>
  )
}

/** What is in the Gift Edition Envelope. */
export function EnvelopePieces({ facts }: { facts: PageFacts }) {
  return (
    <Section aria-labelledby="pieces">
      <div className={cn(WORDS_AND_PICTURE, 'items-start')}>
        <div>
          <h2 id="pieces">{ENVELOPE.title}</h2>
          <Lede className="mt-4.5 mb-2.5 text-quiet">{ENVELOPE.text}</Lede>
          <TextLink to={marketPath(facts.market, '/gift')}>
            {ENVELOPE.link} <Icon name="arrow" />
          </TextLink>
        </div>
        <ol className="grid grid-cols-4 gap-x-gap gap-y-7 max-[36rem]:grid-cols-2">
          {ENVELOPE_PIECES.map(([name, words]) => (
            <li
              key={name}
              className="text-center text-sm leading-[1.4] text-balance max-[36rem]:last:odd:col-span-full"
            >
              <Picture name={name} sizes="6.5rem" alt="" className="mx-auto mb-2 size-26" />
              <span>{words}</span>
            </li>
          ))}
        </ol>
      </div>
    </Section>
  )
}
