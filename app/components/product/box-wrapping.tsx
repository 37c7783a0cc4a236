import { shippingNote } from '#app/content/box-words.ts'
import { WRAPPINGS, type Wrapping } from '#app/models/option-choice.ts'
import type { PictureName } from '#app/models/pictures.ts'
import { Note } from '../ui/note.tsx'
import { Picture } from '../ui/picture.tsx'
import type { Box } from './box-choices.tsx'
import { OptionCard, Step, shownFor } from './choices.tsx'

const WRAPPING_CARDS: Readonly<
  Record<Wrapping, readonly [picture: PictureName, title: string, words: string]>
> = {
  'gift-edition': [
    'gift-envelope',
    'Gift Edition Envelope',
    'Seven pieces in one envelope, sent to you ahead of the box.',
  ],
  'printable-only': [
    'gift-2-letter',
    'Printable letter only',
    'A PDF to print at home. The magic words come by email.',
  ],
  'no-wrapping': [
    'box-vol2-closed',
    'No wrapping, it is for me',
    'No magic words. The box ships with this order, to your own address.',
  ],
}

export function WrappingStep({ box: { choice, facts } }: { box: Box }) {
  const worth = (
    <s>
      <span className="sr-only">Worth </span>
      {facts.envelopeValue}
    </s>
  )
  return (
    <Step title="2. Choose the wrapping">
      <div className="grid grid-cols-1 gap-3">
        {WRAPPINGS.map((wrapping) => {
          const [picture, title, words] = WRAPPING_CARDS[wrapping]
          return (
            <OptionCard
              key={wrapping}
              name="wrapping"
              value={wrapping}
              defaultChecked={wrapping === choice.wrapping}
              well="bg-bottle"
              picture={
                <Picture
                  name={picture}
                  sizes="4.5rem"
                  className="absolute inset-1/12 size-5/6 object-contain"
                />
              }
              title={title}
              words={words}
              price={
                <>
                  {wrapping === 'gift-edition' ? worth : null}
                  {wrapping === 'no-wrapping' ? null : <b>FREE</b>}
                </>
              }
            />
          )
        })}
      </div>
      <div aria-live="polite" className="mt-3 grid gap-3">
        {WRAPPINGS.map((wrapping) => (
          <Note icon="truck" key={wrapping} className={shownFor({ wrapping })}>
            {shippingNote(facts, wrapping)}
          </Note>
        ))}
        <p className="max-w-none text-xs text-quiet for-wrapping-gift-edition">
          {`The struck-through figure is the price plus the envelope’s value of ${facts.envelopeValue}. It is not an earlier price.`}
        </p>
        <p className="text-sm text-quiet wrapping-no-wrapping:hidden">
          Giving it away? The magic words work only in the store where you buy them. Choose the store that
          ships to the person you are giving to.
        </p>
      </div>
    </Step>
  )
}
