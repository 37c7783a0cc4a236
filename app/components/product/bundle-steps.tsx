import { Fragment, type ReactNode, useId } from 'react'
import { WAND_TEXTS } from '#app/content/choices/style-words.ts'
import { type BundleOffer, type BundleSelection, isWholeSet } from '#app/models/bundle.ts'
import { wandsSoldOut } from '#app/models/messages.ts'
import { formatMoney } from '#app/models/money.ts'
import { wandSlug } from '#app/models/option-choice.ts'
import { wandPicture } from '#app/models/style-pictures.ts'
import { WAND_STYLES, type WandStyle } from '#app/models/wands.ts'
import { Figures } from '../page/text.tsx'
import { ChoiceCard, ChoiceInput } from '../ui/choice-card.tsx'
import { cn } from '../ui/cn.ts'
import { Icon } from '../ui/icon.tsx'
import { Picture } from '../ui/picture.tsx'
import { SoldOutLine } from './choices.tsx'

export function SizeCard({
  offer,
  isChecked,
  soldOut,
}: {
  offer: BundleOffer
  isChecked: boolean
  /** Styles that no bundle can hold now: the largest one would. */
  soldOut: readonly WandStyle[]
}) {
  const id = useId()
  const lacksWand = isWholeSet(offer.size) && soldOut.length > 0
  const isSoldOut = lacksWand || offer.variant?.availableForSale === false
  return (
    <ChoiceCard className="grid-cols-lead gap-x-2.5 gap-y-0 bg-plate px-3 py-4 text-sm hover:bg-leaf has-checked:border-soot has-checked:bg-soot has-checked:text-bone has-checked:inset-ring-0 has-checked:shadow-[inset_0_0_0_3px_var(--color-soot),inset_0_0_0_4px_var(--color-gilt)] max-xs:grid-cols-1 md:gap-x-4 md:px-6 md:text-base forced-colors:has-focus-visible:outline-dashed print:has-checked:bg-transparent print:has-checked:text-coal print:has-checked:outline-3">
      <ChoiceInput
        // Above the struck-through price, which its opacity would put on top.
        className="z-1"
        type="radio"
        name="size"
        value={offer.size}
        defaultChecked={isChecked}
        data-sold={isSoldOut || undefined}
        aria-labelledby={`${id}-title`}
        aria-describedby={`${id}-price`}
      />
      <span
        className="row-span-2 min-w-[1.1em] text-center text-3xl leading-none text-gilt-ink group-has-checked/choice:text-gilt-bright max-xs:hidden lg:text-subhead print:text-coal!"
        aria-hidden="true"
      >
        {offer.size}
      </span>
      <b className="min-w-0 font-semibold" id={`${id}-title`}>
        {offer.title}
      </b>
      <span className="grid min-w-0" id={`${id}-price`}>
        <span className="font-bold">{formatMoney(offer.price)}</span>
        <span
          className={cn(
            'text-hint font-semibold print:text-coal!',
            isSoldOut
              ? 'text-wax group-has-checked/choice:text-bone'
              : 'text-verdigris group-has-checked/choice:text-mint',
          )}
        >
          {lacksWand
            ? wandsSoldOut(soldOut)
            : isSoldOut
              ? 'Sold out'
              : offer.saving
                ? `Save ${formatMoney(offer.saving)}`
                : null}
        </span>
      </span>
    </ChoiceCard>
  )
}

/** A numbered step, whose title names its controls. */
export function BundleStep({ title, children }: { title: string; children: ReactNode }) {
  return (
    <fieldset className="mt-panel">
      <legend>
        <h2 className="text-h3 tracking-normal">
          <Figures text={title} />
        </h2>
      </legend>
      {children}
    </fieldset>
  )
}

/** The cell of each wand, in three columns or two: its checkbox covers its label. */
const CELLS = [
  'col-start-1 row-start-1',
  'col-start-2 row-start-1',
  'col-start-3 row-start-1 max-2xs:col-start-1 max-2xs:row-start-2',
  'col-start-1 row-start-2 max-2xs:col-start-2',
  'col-start-2 row-start-2 max-2xs:col-start-1 max-2xs:row-start-3',
  'col-start-3 row-start-2 max-2xs:col-start-2 max-2xs:row-start-3',
]

/** Scrolled to, a control is clear of the case that is sticky above it on phones. */
const BELOW_CASE = 'max-lg:scroll-mt-[24svh] low-window:scroll-mt-0'

/** The checkboxes are siblings, not nested in their labels, so that CSS can count the checked ones. */
export function WandCheckboxes({
  selection,
  soldOut,
}: {
  selection: BundleSelection
  soldOut: readonly WandStyle[]
}) {
  const id = useId()
  return (
    <div
      data-theme="dark"
      className="bg-well-soot grid grid-cols-3 gap-2 p-4 max-2xs:grid-cols-2 shadow-[inset_0_0_0_6px_var(--color-soot),inset_0_0_0_7px_var(--color-gilt)] max-md:-mx-gutter md:rounded-board"
    >
      {WAND_STYLES.map((wand, index) => {
        const slug = wandSlug(wand)
        const isGone = soldOut.includes(wand)
        return (
          <Fragment key={wand}>
            <input
              type="checkbox"
              name="wands"
              className={cn(
                'relative z-1 m-0 size-full cursor-pointer opacity-0 disabled:cursor-not-allowed',
                BELOW_CASE,
                CELLS[index],
              )}
              value={slug}
              id={`${id}-${slug}`}
              defaultChecked={selection.wands.includes(wand)}
              disabled={isGone}
              aria-labelledby={`${id}-${slug}-name`}
              aria-describedby={`${id}-${slug}-line`}
            />
            <label
              className={cn(
                'bg-well-linen relative flex flex-col items-center rounded-board px-1.5 pt-5 pb-4 text-center text-coal shadow-well forced-colors:border [:checked+&]:bg-well-candle count-all:bg-well-candle [:checked+&]:inset-ring-3 [:checked+&]:inset-ring-gilt-ink count-all:inset-ring-3 count-all:inset-ring-gilt-ink forced-colors:[:checked+&]:outline-3 forced-colors:[:checked+&]:outline-highlight [:focus-visible+&]:focus-ring forced-colors:[:focus-visible+&]:outline-dashed',
                CELLS[index],
              )}
              htmlFor={`${id}-${slug}`}
            >
              <span className="absolute top-3 right-3 grid size-7 place-items-center rounded-board border border-slate bg-leaf text-leaf count-all:border-gilt-ink count-all:bg-gilt-ink [:checked+*>&]:border-gilt-ink [:checked+*>&]:bg-gilt-ink">
                <Icon
                  name="check"
                  className="invisible size-5 stroke-2 count-all:visible [:checked+*_&]:visible"
                />
              </span>
              <Picture
                name={wandPicture(wand)}
                sizes="(max-width: 48rem) 4rem, 6rem"
                alt=""
                className={cn(
                  isGone && 'opacity-50',
                  'mb-4 h-44 w-auto transition-transform duration-open ease-lid md:h-52 low-window:h-[max(6rem,40vh)] [:hover+*>picture>&]:-translate-y-1.5',
                )}
              />
              <b
                className="font-display text-base leading-heading font-normal max-2xs:text-hint"
                id={`${id}-${slug}-name`}
              >
                {wand}
                {isGone ? <SoldOutLine /> : null}
              </b>
              <span
                className="mt-1.5 text-xs text-balance text-slate max-md:hidden"
                id={`${id}-${slug}-line`}
              >
                {isGone ? null : WAND_TEXTS[wand].line}
              </span>
            </label>
          </Fragment>
        )
      })}
    </div>
  )
}
