import { type ComponentProps, type ReactNode, useId } from 'react'
import { CHOOSE_WAND } from '#app/content/choices/option-words.ts'
import { WAND_TEXTS } from '#app/content/choices/style-words.ts'
import { DRAWINGS } from '#app/models/drawings.ts'
import { wandSlug } from '#app/models/option-choice.ts'
import { wandPicture } from '#app/models/style-pictures.ts'
import type { WandStyle } from '#app/models/wands.ts'
import { ChoiceInput } from '../ui/choice-card.tsx'
import { cn } from '../ui/cn.ts'
import { Picture } from '../ui/picture.tsx'
import { missingChoice } from './choices.tsx'
import { shownFor } from './shown-for.ts'

const CHOSEN = 'mb-4 grid max-w-none grid-cols-thumb items-center gap-4 text-sm max-2xs:grid-cols-1'
const WELL = 'relative h-18 overflow-hidden rounded-board bg-well-linen'

function ChosenWand({ wands }: { wands: readonly WandStyle[] }) {
  return (
    <div aria-live="polite">
      <p className={cn(CHOSEN, 'not-wand-none:hidden')}>
        <span className={WELL}>
          <img
            {...DRAWINGS['lock-plate']}
            alt=""
            loading="lazy"
            className="absolute inset-0 m-auto h-12 w-auto"
          />
        </span>
        <span>{CHOOSE_WAND.text}</span>
      </p>
      {wands.map((wand) => (
        <p key={wand} className={cn(CHOSEN, shownFor({ wand: wandSlug(wand) }))}>
          <span className={WELL}>
            {/* The grip distinguishes the wands. */}
            <Picture
              name={wandPicture(wand)}
              sizes="3rem"
              alt=""
              className="absolute -bottom-4 left-1.5 h-44 w-auto max-w-none origin-bottom rotate-24"
            />
          </span>
          <span>
            Your wand: <b className="text-gilt-bright">{wand}</b>
            <span className="block text-quiet">{WAND_TEXTS[wand].line}</span>
          </span>
        </p>
      ))}
    </div>
  )
}

/** The grid of `WandRadio`s. All five are visible on a phone: three, and two below them. */
export const WAND_GRID = 'grid grid-cols-6 gap-2 sm:grid-cols-5'

/** A wand to choose, as a picture with its name. */
export function WandRadio({
  wand,
  isSoldOut = false,
  className,
  ...input
}: ComponentProps<'input'> & { wand: WandStyle; isSoldOut?: boolean }) {
  const id = useId()
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: the control is among its children
    <label
      className={cn(
        'relative rounded-board text-center text-xs leading-tight text-coal bg-well-linen shadow-well has-checked:bg-well-candle has-checked:inset-ring-3 has-checked:inset-ring-gilt has-focus-visible:focus-ring max-sm:col-span-2 max-2xs:col-span-full 2xs:max-sm:nth-4:col-start-2 forced-colors:border forced-colors:has-checked:outline-3 forced-colors:has-checked:outline-highlight',
        className,
      )}
    >
      <ChoiceInput
        {...input}
        type="radio"
        className="z-1"
        name="wand"
        value={wandSlug(wand)}
        data-sold={isSoldOut ? 'premium-wand' : undefined}
        aria-labelledby={isSoldOut ? id : undefined}
        aria-describedby={isSoldOut ? `${id}-out` : undefined}
      />
      <Picture
        name={wandPicture(wand)}
        sizes="3rem"
        alt=""
        className={cn('mx-auto mb-2 h-32 w-auto sm:h-40', isSoldOut && 'opacity-50')}
      />
      <span id={isSoldOut ? id : undefined}>{wand}</span>
      {isSoldOut ? (
        <span className="block font-bold text-wax" id={`${id}-out`}>
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
  problem,
}: {
  wands: readonly WandStyle[]
  chosen: WandStyle | null
  soldOut: readonly WandStyle[]
  /** Error message, if none is chosen. */
  problem: ReactNode
}) {
  const id = useId()
  return (
    <div
      data-theme="dark"
      className="-mt-1 rounded-board p-4 bg-well-soot not-option-premium-wand:hidden"
      role="radiogroup"
      aria-labelledby={id}
      {...missingChoice(problem)}
    >
      <p className="mb-2.5 text-sm font-semibold" id={id}>
        {CHOOSE_WAND.title}
      </p>
      <ChosenWand wands={wands} />
      {problem}
      <div className={cn(WAND_GRID, problem && 'mt-4')}>
        {wands.map((wand) => (
          <WandRadio
            key={wand}
            wand={wand}
            defaultChecked={wand === chosen}
            isSoldOut={soldOut.includes(wand)}
            className="px-2 pt-2.5 pb-3 hover:bg-plate hover:bg-none"
          />
        ))}
      </div>
    </div>
  )
}
