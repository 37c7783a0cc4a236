import { type ReactNode, useId } from 'react'
import { editionCopy } from '#app/content/box-words.ts'
import { CHOOSE_EDITION, EDITION_SOLD_OUT, STEPS } from '#app/content/choices/option-words.ts'
import type { PageFacts } from '#app/content/page-facts.ts'
import type { SoldOut } from '#app/models/box-offers.ts'
import { EDITIONS, type Edition, editionSlug } from '#app/models/option-choice.ts'
import { editionPicture } from '#app/models/style-pictures.ts'
import { usePageFacts } from '../page/use-page-facts.ts'
import { ChoiceCard, ChoiceDot, ChoiceInput } from '../ui/choice-card.tsx'
import { cn } from '../ui/cn.ts'
import { Icon } from '../ui/icon.tsx'
import { Ticks } from '../ui/list.tsx'
import { Note } from '../ui/note.tsx'
import { Picture } from '../ui/picture.tsx'
import { missingChoice, PLATE_CARD, Step } from './choices.tsx'
import { shownFor } from './shown-for.ts'

const COLOURS: Record<Edition, string> = {
  Ashborn: 'border-ashborn',
  Sunfire: 'border-sunfire',
  Ember: 'border-ember',
}

type CardProps = {
  readonly edition: Edition
  readonly isChecked: boolean
  readonly soldOut: SoldOut
  readonly facts: PageFacts
}

function EditionCard({ edition, isChecked, soldOut, facts }: CardProps) {
  const id = useId()
  const soldOutOptions = soldOut.editions[edition]
  return (
    <ChoiceCard className={cn('block p-1.5 pb-3 md:p-2.5 md:pb-4', PLATE_CARD)}>
      {/* Above the picture, which is positioned too. */}
      <ChoiceInput
        type="radio"
        className="z-1"
        name="edition"
        value={editionSlug(edition)}
        defaultChecked={isChecked}
        data-sold={soldOutOptions.join(' ') || undefined}
        aria-labelledby={`${id}-name`}
        aria-describedby={`${id}-more`}
      />
      <span className="relative block aspect-square overflow-hidden rounded-hair bg-well-stone max-2xs:hidden">
        <Picture
          name={editionPicture(edition)}
          sizes="(max-width: 48rem) 30vw, 10rem"
          alt=""
          className="absolute inset-1/30 size-14/15 object-contain"
        />
      </span>
      <b
        className="mt-3 flex items-center gap-2 font-display text-base leading-heading font-normal max-2xs:pr-7 md:text-lg"
        id={`${id}-name`}
      >
        <ChoiceDot className="absolute top-3 right-3 md:static" />
        {edition}
      </b>
      <span className="mt-1 block text-xs text-quiet max-2xs:pr-7" id={`${id}-more`}>
        {editionCopy(edition, facts).copies} copies
        {soldOutOptions.map((option) => (
          <span key={option} className={cn('block font-bold text-wax', shownFor({ option }))}>
            Sold out
          </span>
        ))}
      </span>
    </ChoiceCard>
  )
}

/** Describes an edition, shown while it is chosen. */
function EditionPanel({ edition, soldOut, facts }: Omit<CardProps, 'isChecked'>) {
  const { line, features } = editionCopy(edition, facts)
  return (
    <div
      className={cn(
        'mt-3 rounded-board border-l-8 bg-plate px-5 py-4',
        COLOURS[edition],
        shownFor({ edition: editionSlug(edition) }),
      )}
    >
      <h3 className="text-h4">{edition}</h3>
      <p className="mt-1 text-sm text-quiet">{line}</p>
      <Ticks lines={features} className="mt-2 gap-1.5 leading-snug" />
      {soldOut.editions[edition].map((option) => (
        <p
          className={cn('mt-3 flex items-start gap-2 text-sm font-semibold text-wax', shownFor({ option }))}
          key={option}
        >
          <Icon name="alert" />
          {EDITION_SOLD_OUT}
        </p>
      ))}
    </div>
  )
}

/** Step 2 of Vol. I in the UK store: the edition. There is no default. */
export function EditionStep({
  chosen,
  soldOut,
  problem,
}: {
  chosen: Edition | null
  soldOut: SoldOut
  problem: ReactNode
}) {
  const facts = usePageFacts()
  return (
    <Step title={STEPS.edition} id="edition" role="radiogroup" {...missingChoice(problem)}>
      <div className="grid grid-cols-3 gap-2 max-2xs:grid-cols-1 md:gap-3">
        {EDITIONS.map((edition) => (
          <EditionCard
            key={edition}
            edition={edition}
            isChecked={edition === chosen}
            soldOut={soldOut}
            facts={facts}
          />
        ))}
      </div>
      {problem ?? (
        <Note icon="alert" className="mt-3 not-edition-none:hidden">
          {CHOOSE_EDITION}
        </Note>
      )}
      <div aria-live="polite">
        {EDITIONS.map((edition) => (
          <EditionPanel key={edition} edition={edition} soldOut={soldOut} facts={facts} />
        ))}
      </div>
    </Step>
  )
}
