import { useId } from 'react'
import { DRAWINGS } from '../../models/drawings.ts'
import { type WandStyle, wandSlug } from '../../models/option-choice.ts'
import { Picture } from '../ui/picture.tsx'
import { conditionProps } from './condition-props.tsx'
import { WAND_TEXTS, wandPicture } from './wand-words.ts'

function ChosenWand({ wands }: { wands: readonly WandStyle[] }) {
  const plate = DRAWINGS['lock-plate']
  return (
    <div className="wnow" aria-live="polite">
      <p {...conditionProps({ wand: 'none' })}>
        <span className="well">
          <img src={plate.src} width={plate.width} height={plate.height} alt="" loading="lazy" />
        </span>
        <span>Choose a wand to see it.</span>
      </p>
      {wands.map((wand) => (
        <p key={wand} {...conditionProps({ wand: wandSlug(wand) })}>
          <span className="well">
            <Picture name={wandPicture(wand)} sizes="3rem" alt="" />
          </span>
          <span>
            Your wand: <b>{wand}</b>
            <span className="small muted">{WAND_TEXTS[wand].line}</span>
          </span>
        </p>
      ))}
    </div>
  )
}

function WandRadio({
  wand,
  isChecked,
  isSoldOut,
}: {
  wand: WandStyle
  isChecked: boolean
  isSoldOut: boolean
}) {
  const id = useId()
  return (
    <label className={isSoldOut ? 'w out' : 'w'}>
      <input
        type="radio"
        name="wand"
        value={wandSlug(wand)}
        defaultChecked={isChecked}
        data-sold={isSoldOut ? 'premium-wand' : undefined}
        aria-labelledby={isSoldOut ? id : undefined}
        aria-describedby={isSoldOut ? `${id}-out` : undefined}
      />
      <Picture name={wandPicture(wand)} sizes="3rem" alt="" />
      <span id={isSoldOut ? id : undefined}>{wand}</span>
      {isSoldOut ? (
        <span className="xs" id={`${id}-out`}>
          Sold out
        </span>
      ) : null}
    </label>
  )
}

/** The premium wands of a box, shown while the premium set is chosen. */
export function WandSelector({
  wands,
  chosen,
  soldOut,
}: {
  wands: readonly WandStyle[]
  chosen: WandStyle | null
  soldOut: readonly WandStyle[]
}) {
  const id = useId()
  return (
    <div className="wsel dark" role="radiogroup" aria-labelledby={id}>
      <p className="wh" id={id}>
        Choose your wand
      </p>
      <ChosenWand wands={wands} />
      <div className="wl">
        {wands.map((wand) => (
          <WandRadio key={wand} wand={wand} isChecked={wand === chosen} isSoldOut={soldOut.includes(wand)} />
        ))}
      </div>
    </div>
  )
}
