import { type CSSProperties, Fragment, useId } from 'react'
import { WAND_TEXTS } from '#app/content/choices.ts'
import type { BundleSelection } from '#app/models/bundle.ts'
import { wandSlug } from '#app/models/option-choice.ts'
import { WAND_STYLES, type WandStyle, wandPicture } from '#app/models/wands.ts'
import { cn } from '../ui/cn.ts'
import { Icon } from '../ui/icon.tsx'
import { Drawing, Picture } from '../ui/picture.tsx'
import { SoldOutLine, shownFor } from './choices.tsx'

/** The cell of a wand in three columns, or in two: its checkbox covers its label. */
function cellOf(index: number) {
  const cell = (columns: number) => `${Math.floor(index / columns) + 1} / ${(index % columns) + 1}`
  return { '--cell': cell(3), '--cell-of-two': cell(2) } as CSSProperties
}
const CELL = '[grid-area:var(--cell)] max-2xs:[grid-area:var(--cell-of-two)]'

const RIM = { boxShadow: 'inset 0 0 0 6px #0b1412,inset 0 0 0 7px #c9993f' }

/** Scrolled to, a control is clear of the case that is sticky above it on phones. */
const BELOW_CASE = 'max-lg:scroll-mt-[24svh] low-window:scroll-mt-0'

/** The checkboxes are siblings, not nested in their labels, so that CSS can count the checked ones. */
export function WandCheckboxes({ chosen, soldOut }: Record<'chosen' | 'soldOut', readonly WandStyle[]>) {
  const prefix = useId()
  return (
    <div
      data-theme="dark"
      className="bg-well-soot grid grid-cols-3 gap-2 p-4 max-2xs:grid-cols-2 max-md:-mx-gutter md:rounded-board"
      style={RIM}
    >
      {WAND_STYLES.map((wand, index) => {
        const id = `${prefix}-${wandSlug(wand)}`
        const isGone = soldOut.includes(wand)
        return (
          <Fragment key={wand}>
            <input
              type="checkbox"
              name="wands"
              className={cn(
                'relative z-1 m-0 size-full cursor-pointer opacity-0 disabled:cursor-not-allowed',
                BELOW_CASE,
                CELL,
              )}
              style={cellOf(index)}
              value={wandSlug(wand)}
              id={id}
              defaultChecked={chosen.includes(wand)}
              disabled={isGone}
              aria-labelledby={`${id}-name`}
              aria-describedby={`${id}-line`}
            />
            <label
              className={cn(
                'bg-well-linen relative flex flex-col items-center rounded-board px-1.5 pt-5 pb-4 text-center text-coal shade-well forced-colors:edge picked:bg-well-candle picked:shade-lit-ink forced-colors:picked:chosen-outline [:focus-visible+&]:focus-ring forced-colors:[:focus-visible+&]:[outline-style:dashed]',
                CELL,
              )}
              style={cellOf(index)}
              htmlFor={id}
            >
              <span className="absolute top-3 right-3 grid size-7 place-items-center rounded-board edge border-slate bg-leaf text-leaf picked:border-gilt-ink picked:bg-gilt-ink">
                <Icon name="check" className="invisible size-5 stroke-2 picked:visible" />
              </span>
              <Picture
                name={wandPicture(wand)}
                sizes="(max-width: 48rem) 4rem, 6rem"
                className={cn(
                  isGone && 'opacity-50',
                  'mb-4 h-44 w-auto moves-transform ease-lid md:h-52 low-window:h-[max(6rem,40vh)] [:hover+*>picture>&]:lift',
                )}
              />
              <b
                className="font-display text-base leading-heading font-normal max-2xs:text-hint max-2xs:leading-heading"
                id={`${id}-name`}
              >
                {wand}
                {isGone ? <SoldOutLine /> : null}
              </b>
              <span className="mt-1.5 text-xs text-balance text-slate max-md:hidden" id={`${id}-line`}>
                {isGone ? null : WAND_TEXTS[wand].line}
              </span>
            </label>
          </Fragment>
        )
      })}
    </div>
  )
}

/* What only this case is made of. */
const LEATHER = {
  background: 'linear-gradient(160deg,#24463f,#10201c 60%,#0b1412)',
  boxShadow: 'inset 0 0 0 1px #0009,inset 0 0 0 3px #1c3a34,inset 0 0 0 4px #c9993f',
}
const VELVET = {
  background: 'radial-gradient(ellipse at 40% 20%,#7a2634,#4a121c 52%,#25070d)',
  boxShadow: 'inset 0 14px 22px -10px #000a,inset 0 0 0 1px #0008',
}
const HOLLOW = {
  insetInline: 'max(12%,50% - 2.6rem)',
  background: '#16040899',
  boxShadow: 'inset 0 6px 12px #000c,0 1px 0 #ffffff1f',
}

const ROW = 'absolute inset-[5%_4%] flex'
const PLACE = 'relative w-[calc(100%/var(--size,var(--places)))] flex-none'

/**
 * The open case, which fills from the left as wands are chosen. CSS follows the checked boxes, so it needs no script;
 * screen readers have the boxes.
 */
export function BundleCase({ size }: Pick<BundleSelection, 'size'>) {
  return (
    <div
      aria-hidden="true"
      // Its places before the choice below has come, so that nothing moves when it does.
      style={{ ...LEATHER, '--places': size ?? WAND_STYLES.length } as CSSProperties}
      // Forced colours would drop its gradients, and the choices scroll below it.
      className="p-4 forced-colors:forced-color-adjust-none print:hidden z-2 max-lg:-mx-gutter max-lg:h-[clamp(8rem,24svh,16rem)] sticky top-(--top-height) lg:top-below-bar lg:aspect-square lg:max-w-[max(20rem,100svh-var(--top-height)-10rem)] lg:mx-auto lg:w-full lg:rounded-board low-window:static!"
    >
      <div className="relative size-full overflow-hidden rounded-hair" style={VELVET}>
        {/* As many hollows as the bundle has wands: there is no room for more. On phones they go on above, as the wands do. */}
        <div className={cn(ROW, 'overflow-x-clip')}>
          {WAND_STYLES.map((wand) => (
            <span key={wand} className={PLACE}>
              <span className="absolute inset-y-0 rounded-full max-lg:-top-full" style={HOLLOW} />
            </span>
          ))}
        </div>
        <div className={ROW}>
          {WAND_STYLES.map((wand) => (
            <span key={wand} className={cn(PLACE, shownFor({ wand: wandSlug(wand) }))}>
              <Picture
                name={wandPicture(wand)}
                sizes="(max-width: 60rem) 3rem, 7rem"
                // On phones the case is low: their grips, which tell them apart, as large as it allows.
                className="absolute bottom-1 left-1/2 h-19/20 w-auto max-w-none [translate:-50%] filter-(--object-shadow) max-lg:h-[210%]"
              />
            </span>
          ))}
        </div>
      </div>
      <Drawing
        name="lock-plate"
        className="absolute -bottom-1 left-1/2 w-11 [translate:-50%] max-lg:hidden"
      />
    </div>
  )
}
