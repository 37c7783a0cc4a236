import { Fragment, type ReactNode, useId } from 'react'
import { EDITIONS, type Edition, editionSlug } from '../../models/option-choice.ts'
import type { PageFacts } from '../content/page-facts.ts'
import { Icon } from '../ui/icon.tsx'
import { Picture } from '../ui/picture.tsx'
import { conditionProps, ShownIf } from './condition-props.tsx'
import type { SoldOut } from './offers.ts'
import { editionCopy } from './volume-copy.ts'

const PICTURES = {
  Ashborn: 'box-vol1-ashborn',
  Sunfire: 'box-vol1-sunfire',
  Ember: 'box-vol1-ember',
} as const

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
    <label className="ed">
      <input
        type="radio"
        name="edition"
        value={editionSlug(edition)}
        defaultChecked={isChecked}
        data-sold={soldOutOptions.join(' ') || undefined}
        aria-labelledby={`${id}-name`}
        aria-describedby={`${id}-more`}
      />
      <span className="pic">
        <Picture name={PICTURES[edition]} sizes="(max-width: 48rem) 30vw, 10rem" alt="" />
      </span>
      <b id={`${id}-name`}>
        <span className="dot" />
        {edition}
      </b>
      <span className="xs" id={`${id}-more`}>
        {editionCopy(edition, facts).copies} copies
        {soldOutOptions.map((option) => (
          <ShownIf key={option} option={option} className="out">
            Sold out
          </ShownIf>
        ))}
      </span>
    </label>
  )
}

/** Describes an edition, shown while it is chosen. */
function EditionPanel({ edition, soldOut, facts }: Omit<CardProps, 'isChecked'>) {
  const { line, features } = editionCopy(edition, facts)
  const slug = editionSlug(edition)
  return (
    <div className={`ef f-${slug}`} {...conditionProps({ edition: slug })}>
      <i />
      <h3>{edition}</h3>
      <p className="small muted">{line}</p>
      <ul>
        {features.map((feature) => (
          <li key={feature}>{feature}</li>
        ))}
      </ul>
      {soldOut.editions[edition].map((option) => (
        <p className="sold" key={option} {...conditionProps({ option })}>
          <Icon name="alert" />
          Sold out with this option. Try another edition or another set.
        </p>
      ))}
    </div>
  )
}

/** Step 2 of Vol. I in the UK store: the edition. There is no default. */
export function EditionStep({
  chosen,
  soldOut,
  facts,
  problem,
}: {
  chosen: Edition | null
  soldOut: SoldOut
  facts: PageFacts
  problem: ReactNode
}) {
  return (
    <fieldset className="step" id="edition">
      <legend>
        <h2>2. Choose your Phoenix Edition</h2>
      </legend>
      <div className="eds">
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
        <p className="ship prompt" {...conditionProps({ edition: 'none' })}>
          <Icon name="alert" />
          <span>Select an edition to see it.</span>
        </p>
      )}
      <div aria-live="polite">
        {EDITIONS.map((edition) => (
          <Fragment key={edition}>
            <EditionPanel edition={edition} soldOut={soldOut} facts={facts} />
          </Fragment>
        ))}
      </div>
    </fieldset>
  )
}
