import { DRAWINGS } from '../../models/drawings.ts'
import { premiumWandsOf, type WandStyle, wandSlug } from '../../models/option-choice.ts'
import { useShop } from '../layout/use-shop.ts'
import { WAND_TEXTS, wandPicture } from '../product/wand-words.ts'
import { FieldError } from '../ui/field.tsx'
import { Picture } from '../ui/picture.tsx'

/** A large picture of the chosen wand; CSS shows it by the checked radio button. */
function ChosenWand({ wands }: { wands: readonly WandStyle[] }) {
  return (
    <div className="seen" aria-live="polite">
      <p className="muted" data-wand="none">
        <span className="well">
          <img {...DRAWINGS['lock-plate']} alt="" loading="lazy" decoding="async" />
        </span>
        <span>Choose a wand to see it.</span>
      </p>
      {wands.map((wand) => (
        <div key={wand} data-wand={wandSlug(wand)}>
          <Picture name={wandPicture(wand)} sizes="6rem" />
          <p>
            <b>{wand}</b>
            <span className="small">{WAND_TEXTS[wand].line}</span>
          </p>
        </div>
      ))}
    </div>
  )
}

/** The premium wand styles, in the order of the market. Spec: 3 Wand styles, 5 Redeem */
export function WandStep({
  isGift,
  chosen,
  error,
  onChoose,
}: {
  /** True when the wand is part of the gift, not an upgrade. */
  isGift: boolean
  chosen: WandStyle | null
  error: string | null
  onChoose: () => void
}) {
  const { market } = useShop()
  const wands = premiumWandsOf(market)
  return (
    <fieldset
      id="wand-step"
      tabIndex={-1}
      data-upgrade={isGift ? undefined : 'upgrade-premium'}
      aria-describedby={error ? 'wand-error' : undefined}
      onChange={onChoose}
    >
      <legend className="label">{isGift ? 'Choose your wand' : 'Your wand style'}</legend>
      {isGift ? <p>Your gift comes with one of five premium wands. The choice is yours.</p> : null}
      {error ? (
        <div data-wand="none">
          <FieldError id="wand-error">{error}</FieldError>
        </div>
      ) : null}
      <div className="wands">
        <ChosenWand wands={wands} />
        <div className="wl">
          {wands.map((wand) => (
            <label className="w" key={wand}>
              <input
                type="radio"
                name="wand"
                value={wandSlug(wand)}
                defaultChecked={wand === chosen}
                aria-invalid={error ? true : undefined}
              />
              <Picture name={wandPicture(wand)} sizes="3rem" alt="" />
              {wand}
            </label>
          ))}
        </div>
      </div>
    </fieldset>
  )
}
