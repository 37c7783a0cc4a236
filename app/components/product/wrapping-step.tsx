import { type ReactNode, useId } from 'react'
import { DRAWINGS } from '../../models/drawings.ts'
import { shippingNote } from '../../models/facts.ts'
import { WRAPPINGS, type Wrapping } from '../../models/option-choice.ts'
import type { PageFacts } from '../content/page-facts.ts'
import { useShop } from '../layout/use-shop.ts'
import { Icon } from '../ui/icon.tsx'
import { Picture } from '../ui/picture.tsx'
import { conditionProps } from './condition-props.tsx'

const TITLES: Record<Wrapping, string> = {
  'gift-edition': 'Gift Edition Envelope',
  'printable-only': 'Printable letter only',
}
const DESCRIPTIONS: Record<Wrapping, string> = {
  'gift-edition': 'Seven pieces in one envelope, sent to you ahead of the box.',
  'printable-only': 'A PDF to print at home. The magic words come by email.',
}

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
  const id = useId()
  return (
    <label className="o">
      <input
        type="radio"
        name="wrapping"
        value={wrapping}
        defaultChecked={isChecked}
        aria-labelledby={`${id}-title`}
        aria-describedby={`${id}-words ${id}-price`}
      />
      <span className="pic gift">{picture}</span>
      <span>
        <b id={`${id}-title`}>
          <span className="dot" />
          {TITLES[wrapping]}
        </b>
        <span className="small muted" id={`${id}-words`}>
          {DESCRIPTIONS[wrapping]}
        </span>
      </span>
      <span className="pr" id={`${id}-price`}>
        {price}
      </span>
    </label>
  )
}

/** Step 2 of Vol. II: the gift wrapping. */
export function WrappingStep({ chosen, facts }: { chosen: Wrapping; facts: PageFacts }) {
  const { market, now } = useShop()
  const letter = DRAWINGS['gift-2-letter']
  return (
    <fieldset className="step">
      <legend>
        <h2>2. Choose the wrapping</h2>
      </legend>
      <div className="opt">
        <WrappingCard
          wrapping="gift-edition"
          isChecked={chosen === 'gift-edition'}
          picture={<Picture name="gift-envelope" sizes="4.5rem" alt="" className="bx" />}
          price={
            <>
              <s>
                <span className="sr">Worth </span>
                {facts.envelopeValue}
              </s>
              <b>FREE</b>
            </>
          }
        />
        <WrappingCard
          wrapping="printable-only"
          isChecked={chosen === 'printable-only'}
          picture={<img src={letter.src} width={160} height={160} alt="" className="bx" loading="lazy" />}
          price={<b>FREE</b>}
        />
      </div>
      <div aria-live="polite" className="notes">
        {WRAPPINGS.map((wrapping) => (
          <p className="ship" key={wrapping} {...conditionProps({ wrapping })}>
            <Icon name="truck" />
            <span>{shippingNote(market, wrapping, now)}</span>
          </p>
        ))}
        <p className="xs muted" {...conditionProps({ wrapping: 'gift-edition' })}>
          The struck-through figure is the price plus the envelope’s value of {facts.envelopeValue}. It is not
          an earlier price.
        </p>
        <p className="small muted">
          Giving it away? The magic words work only in the store where you buy them. Choose the store that
          ships to the person you are giving to.
        </p>
      </div>
    </fieldset>
  )
}
