import { CHOOSE_WAND, WAND_TEXTS } from '#app/content/choices/style-words.ts'
import { GIFT_WAND } from '#app/content/redeem-words.ts'
import { DRAWINGS } from '#app/models/drawings.ts'
import { wandSlug } from '#app/models/option-choice.ts'
import { wandPicture } from '#app/models/style-pictures.ts'
import type { WandStyle } from '#app/models/wands.ts'
import { shownFor, WAND_GRID, WandRadio } from '../product/choices.tsx'
import { cn } from '../ui/cn.ts'
import { FieldError } from '../ui/field.tsx'
import { Picture } from '../ui/picture.tsx'

/** A large picture of the chosen wand; CSS shows it by the checked radio button. */
function ChosenWand({ wands }: { wands: readonly WandStyle[] }) {
  return (
    <div className="grid min-h-36 items-center px-5 py-4" aria-live="polite">
      <p className="flex items-center gap-5 text-quiet max-2xs:flex-wrap not-wand-none:hidden">
        <span className="bg-well-linen grid h-26 w-18 flex-none place-items-center rounded-board">
          <img {...DRAWINGS['lock-plate']} alt="" loading="lazy" decoding="async" className="h-12 w-auto" />
        </span>
        <span>{CHOOSE_WAND}</span>
      </p>
      {wands.map((wand) => (
        <div
          key={wand}
          className={cn('flex items-center gap-5 max-2xs:flex-wrap', shownFor({ wand: wandSlug(wand) }))}
        >
          <Picture name={wandPicture(wand)} sizes="6rem" className="h-26 w-auto" />
          <p>
            <b className="block font-display text-h4 font-normal">{wand}</b>
            <span className="text-sm">{WAND_TEXTS[wand].line}</span>
          </p>
        </div>
      ))}
    </div>
  )
}

/** The premium wand styles to choose from. Spec: 3 Wand styles, 5 Redeem */
export function WandStep({
  wands,
  isGift,
  giver,
  chosen,
  error,
  hasFocus,
}: {
  wands: readonly WandStyle[]
  /** True when the wand is part of the gift, not an upgrade. */
  isGift: boolean
  /** Says that the giver has chosen a style; null where none was chosen. */
  giver: string | null
  chosen: WandStyle | null
  error: string | null
  /** Whether the browser begins at it, as it was not chosen. */
  hasFocus: boolean
}) {
  return (
    <div
      role="radiogroup"
      aria-labelledby="wand-title"
      aria-invalid={error ? true : undefined}
      className={isGift ? undefined : 'not-upgrade-premium:hidden'}
      aria-describedby={error ? 'wand-error' : undefined}
    >
      <p className="mb-1.5 text-base font-semibold" id="wand-title">
        {isGift ? GIFT_WAND.title : GIFT_WAND.upgradeTitle}
      </p>
      {isGift ? <p className="mb-3">{giver ?? GIFT_WAND.text}</p> : null}
      {error ? (
        <div className="mb-2.5 not-wand-none:hidden">
          <FieldError id="wand-error">{error}</FieldError>
        </div>
      ) : null}
      <div data-theme="dark" className="bg-well-soot rounded-board">
        <ChosenWand wands={wands} />
        <div className={cn(WAND_GRID, 'gap-x-1 px-1 pb-4 sm:gap-2 sm:px-3')}>
          {wands.map((wand, at) => (
            <WandRadio
              key={wand}
              wand={wand}
              defaultChecked={wand === chosen}
              autoFocus={hasFocus && at === 0}
              className="px-1.5 py-3 forced-colors:has-focus-visible:outline-dashed"
            />
          ))}
        </div>
      </div>
    </div>
  )
}
