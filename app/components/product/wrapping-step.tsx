import type { ReactNode } from 'react'
import {
  STEPS,
  WRAPPING_NOTE,
  WRAPPING_TEXTS,
  WRAPPING_TITLES,
  worthNote,
} from '../../content/option-words.ts'
import type { PageFacts } from '../../content/page-facts.ts'
import { WRAPPINGS, type Wrapping } from '../../models/option-choice.ts'
import { boxRecipientNote, shippingNote } from '../../models/shipping-dates.ts'
import { Note } from '../ui/note.tsx'
import { Picture } from '../ui/picture.tsx'
import { SetCard, Step } from './choices.tsx'
import { shownFor } from './shown-for.ts'

const PICTURE = 'absolute inset-1/12 size-5/6 object-contain'

function WrappingCard({
  wrapping,
  isChecked,
  picture,
  price,
}: {
  wrapping: Wrapping
  isChecked: boolean
  picture: ReactNode
  price: ReactNode
}) {
  return (
    <SetCard
      name="wrapping"
      value={wrapping}
      defaultChecked={isChecked}
      well="bg-bottle"
      picture={picture}
      title={WRAPPING_TITLES[wrapping]}
      words={WRAPPING_TEXTS[wrapping]}
      price={price}
    />
  )
}

/** Step 2 of Vol. II: the gift wrapping. */
export function WrappingStep({ chosen, facts }: { chosen: Wrapping; facts: PageFacts }) {
  return (
    <Step title={STEPS.wrapping}>
      <div className="grid grid-cols-1 gap-3">
        <WrappingCard
          wrapping="gift-edition"
          isChecked={chosen === 'gift-edition'}
          picture={<Picture name="gift-envelope" sizes="4.5rem" alt="" className={PICTURE} />}
          price={
            <>
              <s>
                <span className="sr-only">Worth </span>
                {facts.envelopeValue}
              </s>
              <b>FREE</b>
            </>
          }
        />
        <WrappingCard
          wrapping="printable-only"
          isChecked={chosen === 'printable-only'}
          picture={<Picture name="gift-2-letter" sizes="4.5rem" alt="" className={PICTURE} />}
          price={<b>FREE</b>}
        />
      </div>
      <div aria-live="polite" className="mt-3 grid gap-3">
        {WRAPPINGS.map((wrapping) => (
          <Note icon="truck" key={wrapping} data-wrapping={wrapping} className={shownFor({ wrapping })}>
            {shippingNote(facts, wrapping)}
          </Note>
        ))}
        <p className="max-w-none text-xs text-quiet not-wrapping-gift:hidden">{worthNote(facts)}</p>
        <p className="text-sm">{boxRecipientNote(facts)}</p>
        <p className="text-sm text-quiet">{WRAPPING_NOTE}</p>
      </div>
    </Step>
  )
}
