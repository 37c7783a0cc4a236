import {
  STEPS,
  WRAPPING_NOTE,
  WRAPPING_TEXTS,
  WRAPPING_TITLES,
  worthNote,
} from '#app/content/choices/option-words.ts'
import { WRAPPINGS, type Wrapping } from '#app/models/option-choice.ts'
import type { PictureName } from '#app/models/pictures.ts'
import { shippingNote } from '#app/models/shipping-dates.ts'
import { usePageFacts } from '../page/use-page-facts.ts'
import { Note } from '../ui/note.tsx'
import { Picture } from '../ui/picture.tsx'
import { SetCard, Step } from './choices.tsx'
import { shownFor } from './shown-for.ts'

const CARDS: Readonly<Record<Wrapping, { readonly picture: PictureName; readonly isWorthMoney: boolean }>> = {
  'gift-edition': { picture: 'gift-envelope', isWorthMoney: true },
  'printable-only': { picture: 'gift-2-letter', isWorthMoney: false },
  'no-wrapping': { picture: 'box-vol2-closed', isWorthMoney: false },
}

/** Step 2 of Vol. II: the gift wrapping. */
export function WrappingStep({ chosen }: { chosen: Wrapping }) {
  const facts = usePageFacts()
  return (
    <Step title={STEPS.wrapping}>
      <div className="grid grid-cols-1 gap-3">
        {WRAPPINGS.map((wrapping) => (
          <SetCard
            key={wrapping}
            name="wrapping"
            value={wrapping}
            defaultChecked={wrapping === chosen}
            well="bg-bottle"
            picture={
              <Picture
                name={CARDS[wrapping].picture}
                sizes="4.5rem"
                alt=""
                className="absolute inset-1/12 size-5/6 object-contain"
              />
            }
            title={WRAPPING_TITLES[wrapping]}
            words={WRAPPING_TEXTS[wrapping]}
            price={
              <>
                {CARDS[wrapping].isWorthMoney ? (
                  <s>
                    <span className="sr-only">Worth </span>
                    {facts.envelopeValue}
                  </s>
                ) : null}
                {wrapping === 'no-wrapping' ? null : <b>FREE</b>}
              </>
            }
          />
        ))}
      </div>
      <div aria-live="polite" className="mt-3 grid gap-3">
        {WRAPPINGS.map((wrapping) => (
          <Note icon="truck" key={wrapping} data-wrapping={wrapping} className={shownFor({ wrapping })}>
            {shippingNote(facts, wrapping)}
          </Note>
        ))}
        <p className="max-w-none text-xs text-quiet not-wrapping-gift-edition:hidden">{worthNote(facts)}</p>
        <p className="text-sm text-quiet wrapping-no-wrapping:hidden">{WRAPPING_NOTE}</p>
      </div>
    </Step>
  )
}
