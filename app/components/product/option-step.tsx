import { type ReactNode, useId } from 'react'
import type { Money } from '../../models/money.ts'
import { formatMoney } from '../../models/money.ts'
import { OPTION_CHOICES, OPTION_TITLES, type OptionChoice } from '../../models/option-choice.ts'
import type { PictureName } from '../../models/pictures.ts'
import { Badge } from '../ui/badge.tsx'
import { Picture } from '../ui/picture.tsx'
import { ShownIf } from './condition-props.tsx'
import type { ConditionalPrice, SoldOut } from './offers.ts'
import { ConditionalPrices } from './totals.tsx'

const DESCRIPTIONS: Record<OptionChoice, string> = {
  'box-only': 'For people who own a wand already.',
  'classic-wand': 'The box and the Dragon & Elder wand.',
  'premium-wand': 'The box and one of five premium wands.',
}
const WAND_PICTURES: Record<OptionChoice, PictureName | null> = {
  'box-only': null,
  'classic-wand': 'wand-dragon-elder',
  'premium-wand': 'wand-dragon-oak',
}

/** The box on an option's card. For Vol. I, CSS shows the chosen edition, or Ember before one is chosen. */
function BoxPictures({ isVol1 }: { isVol1: boolean }) {
  if (!isVol1) return <Picture name="box-vol2-closed" sizes="4.5rem" alt="" className="bx" />
  return (
    <>
      {(['ashborn', 'sunfire', 'ember'] as const).map((edition) => (
        <ShownIf edition={edition} className={edition === 'ember' ? 'unless' : undefined} key={edition}>
          <Picture name={`box-vol1-${edition}`} sizes="4.5rem" alt="" className="bx" />
        </ShownIf>
      ))}
    </>
  )
}

type CardProps = {
  readonly option: OptionChoice
  readonly prices: readonly ConditionalPrice[]
  readonly isVol1: boolean
  readonly isSoldOut: boolean
  readonly isChecked: boolean
  readonly saving: Money | null
}

function OptionCard({ option, prices, isVol1, isSoldOut, isChecked, saving }: CardProps) {
  const id = useId()
  const wand = WAND_PICTURES[option]
  return (
    <label className="o">
      <input
        type="radio"
        name="option"
        value={option}
        defaultChecked={isChecked}
        data-sold={isSoldOut ? option : undefined}
        aria-labelledby={`${id}-title`}
        aria-describedby={`${id}-words ${id}-price`}
      />
      <span className="pic">
        <BoxPictures isVol1={isVol1} />
        {wand ? <Picture name={wand} sizes="2rem" alt="" className="wn" /> : null}
      </span>
      <span>
        {option === 'classic-wand' ? <Badge tone="gold">MOST POPULAR</Badge> : null}
        <b id={`${id}-title`}>
          <span className="dot" />
          {OPTION_TITLES[option]}
        </b>
        <span className="small muted" id={`${id}-words`}>
          {DESCRIPTIONS[option]}
          {option === 'classic-wand' && saving ? (
            <span className="save"> Save {formatMoney(saving)} vs buying separately</span>
          ) : null}
        </span>
      </span>
      <span className="pr" id={`${id}-price`}>
        {isSoldOut ? <span className="out">Sold out</span> : null}
        <ConditionalPrices prices={prices} hasEnvelope={!isVol1} isOnOptionCard />
      </span>
    </label>
  )
}

/** Step 1: the box alone, or with a wand. */
export function OptionStep({
  chosen,
  pricesOf,
  soldOut,
  isVol1,
  saving,
  problem,
  children,
}: {
  chosen: OptionChoice
  pricesOf: (option: OptionChoice) => readonly ConditionalPrice[]
  soldOut: SoldOut
  isVol1: boolean
  saving: Money | null
  /** Error message, if any. */
  problem: ReactNode
  /** The wand selector, below the card of the premium set. */
  children: ReactNode
}) {
  return (
    <fieldset className="step">
      <legend>
        <h2>1. Choose Your Option</h2>
      </legend>
      <div className="opt">
        {OPTION_CHOICES.map((option) => (
          <OptionCard
            key={option}
            option={option}
            prices={pricesOf(option)}
            isVol1={isVol1}
            isSoldOut={soldOut.options.includes(option)}
            isChecked={option === chosen}
            saving={saving}
          />
        ))}
        {children}
      </div>
      {problem}
    </fieldset>
  )
}
