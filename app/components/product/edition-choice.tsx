import { useId } from 'react'
import { editionCopy } from '#app/content/box-words.ts'
import { EDITIONS, type Edition, editionPicture, editionSlug } from '#app/models/option-choice.ts'
import { ChoiceCard, ChoiceDot, ChoiceInput } from '../ui/choice.tsx'
import { cn } from '../ui/cn.ts'
import { Icon } from '../ui/icon.tsx'
import { Ticks } from '../ui/list.tsx'
import { Note } from '../ui/note.tsx'
import { Picture } from '../ui/picture.tsx'
import type { Box } from './box-choices.tsx'
import { missingChoice, PLATE_CARD, Step, shownFor } from './choices.tsx'

const COLOURS: Record<Edition, string> = {
  Ashborn: 'border-ashborn',
  Sunfire: 'border-sunfire',
  Ember: 'border-ember',
}

/** Step 2 of Vol. I in the UK store: the edition, described while it is chosen. There is no default. */
export function EditionStep({ box: { choice, offers, facts, problem } }: { box: Box }) {
  const id = useId()
  const message = problem('edition-required')
  const editions = EDITIONS.map((edition) => {
    const slug = editionSlug(edition)
    /** The options with which it is sold out. */
    const gone = offers.flatMap(({ option, soldOut }) => (soldOut.includes(slug) ? option : []))
    return { edition, slug, gone, ...editionCopy(edition, facts) }
  })
  return (
    <Step title="2. Choose your Phoenix Edition" id="edition" role="radiogroup" {...missingChoice(message)}>
      <div className="grid grid-cols-3 gap-2 max-2xs:grid-cols-1 md:gap-3">
        {editions.map(({ edition, slug, copies, gone }) => (
          <ChoiceCard key={slug} className={cn('block p-1.5 pb-3 md:p-2.5 md:pb-4', PLATE_CARD)}>
            {/* Above the picture, which is positioned too. */}
            <ChoiceInput
              type="radio"
              className="z-1"
              name="edition"
              value={slug}
              defaultChecked={edition === choice.edition}
              data-sold={gone.join(' ') || undefined}
              aria-labelledby={`${id}-${slug}`}
              aria-describedby={`${id}-${slug}-more`}
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
              id={`${id}-${slug}`}
            >
              <ChoiceDot className="absolute top-3 right-3 md:static" />
              {edition}
            </b>
            <span className="mt-1 block text-xs text-quiet max-2xs:pr-7" id={`${id}-${slug}-more`}>
              {copies} copies
              {gone.map((option) => (
                <span key={option} className={cn('block font-bold text-wax', shownFor({ option }))}>
                  Sold out
                </span>
              ))}
            </span>
          </ChoiceCard>
        ))}
      </div>
      {message ?? (
        <Note icon="alert" className="mt-3 not-edition-none:hidden">
          Select an edition to see it.
        </Note>
      )}
      <div aria-live="polite">
        {editions.map(({ edition, slug, line, features, gone }) => (
          <div
            key={slug}
            className={cn(
              'mt-3 rounded-board border-l-8 bg-plate px-5 py-4',
              COLOURS[edition],
              shownFor({ edition: slug }),
            )}
          >
            <h3 className="text-h4">{edition}</h3>
            <p className="mt-1 text-sm text-quiet">{line}</p>
            <Ticks lines={features} className="mt-2 gap-1.5 leading-snug" />
            {gone.map((option) => (
              <p
                key={option}
                className={cn(
                  'mt-3 flex items-start gap-2 text-sm font-semibold text-wax',
                  shownFor({ option }),
                )}
              >
                <Icon name="alert" />
                Sold out with this option. Try another edition or another set.
              </p>
            ))}
          </div>
        ))}
      </div>
    </Step>
  )
}
