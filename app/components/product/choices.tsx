import { type ComponentProps, type ReactNode, useId } from 'react'
import { type OptionChoice, type Wrapping, wandSlug } from '#app/models/option-choice.ts'
import type { BundleSize, WandStyle } from '#app/models/wands.ts'
import { wandPicture } from '#app/models/wands.ts'
import { Figures } from '../page/text.tsx'
import { ChoiceCard, ChoiceDot, ChoiceInput } from '../ui/choice.tsx'
import { cn } from '../ui/cn.ts'
import { Picture } from '../ui/picture.tsx'

/** Which radio buttons and boxes are checked: slugs, or `none` of a group, and how many `wands` a bundle has. */
type Checked = {
  readonly option?: OptionChoice
  readonly wrapping?: Wrapping
  readonly size?: BundleSize
  readonly count?: number
} & { readonly [group in 'edition' | 'wand' | 'wands']?: string }

/**
 * Classes of an element that is shown only while all of these are checked (`choice-variants.ts`).
 */
export function shownFor(checked: Checked): string {
  return Object.entries(checked)
    .filter(([, value]) => value !== undefined)
    .map(([field, value]) => `for-${field}-${value}`)
    .join(' ')
}

/** Id of the message about a choice that is missing. */
export const PROBLEM_ID = 'problem'

/** What a group of radio buttons has while the choice in it is missing: the message inside it describes it. */
export function missingChoice(problem: ReactNode) {
  return problem
    ? ({ tabIndex: -1, 'aria-invalid': true, 'aria-describedby': PROBLEM_ID } as const)
    : { tabIndex: -1 }
}

export function Step({ title, children, ...fieldset }: ComponentProps<'fieldset'> & { title: string }) {
  return (
    <fieldset {...fieldset} className="line-t pt-6">
      {/* Floating, it is inside the border. */}
      <legend className="float-left mb-4 w-full">
        <h2 className="text-xl leading-heading tracking-normal">
          <Figures text={title} />
        </h2>
      </legend>
      <div className="clear-both">{children}</div>
    </fieldset>
  )
}

/** On a plate, which lights up when it is chosen or pointed at. */
export const PLATE_CARD = 'bg-plate hover:bg-leaf has-checked:bg-leaf max-2xs:grid-cols-1'

export function SoldOutLine() {
  return <span className="block text-hint font-bold text-wax">Sold out</span>
}

/** A radio button with a title and a price; with a picture and words, where there are any. */
export function OptionCard(
  props: ComponentProps<'input'> & {
    picture?: ReactNode
    /** The ground behind the picture. */
    well?: string
    badge?: ReactNode
    title: string
    words?: ReactNode
    price: ReactNode
  },
) {
  const { picture, well, badge, title, words, price, ...input } = props
  const id = useId()
  return (
    <ChoiceCard className={cn(picture ? 'p-3 pr-4 max-xs:grid-cols-end' : 'grid-cols-end px-4', PLATE_CARD)}>
      {/* Above the picture, which is positioned too. */}
      <ChoiceInput
        {...input}
        type="radio"
        className="z-1"
        aria-labelledby={`${id}-title`}
        aria-describedby={words ? `${id}-words ${id}-price` : `${id}-price`}
      />
      {picture ? (
        <span
          className={cn('relative size-18 overflow-hidden rounded-hair max-md:size-15 max-xs:hidden', well)}
        >
          {picture}
        </span>
      ) : null}
      <span className="min-w-0">
        {badge ? <span className="mb-1.5 flex">{badge}</span> : null}
        <b className="flex min-w-0 gap-2 leading-tight" id={`${id}-title`}>
          <ChoiceDot className="mt-0.5" />
          {title}
        </b>
        {words ? (
          <span className="block text-sm text-pretty text-quiet" id={`${id}-words`}>
            {words}
          </span>
        ) : null}
      </span>
      <span
        className="text-right leading-tight font-bold whitespace-nowrap max-2xs:text-left [&_s]:block [&_s]:text-hint [&_s]:text-quiet"
        id={`${id}-price`}
      >
        {price}
      </span>
    </ChoiceCard>
  )
}

/** The grid of `WandRadio`s. All five are visible on a phone: three, and two below them. */
export const WAND_GRID = 'grid grid-cols-6 gap-2 sm:grid-cols-5'

export function WandRadio(props: ComponentProps<'input'> & { wand: WandStyle; isSoldOut?: boolean }) {
  const { wand, isSoldOut = false, className, ...input } = props
  const id = useId()
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: the control is among its children
    <label
      className={cn(
        'relative rounded-board text-center text-xs leading-tight text-coal bg-well-linen shade-well has-checked:bg-well-candle has-checked:shade-lit has-focus-visible:focus-ring max-sm:col-span-2 max-2xs:col-span-full 2xs:max-sm:nth-4:col-start-2 forced-colors:edge forced-colors:has-checked:chosen-outline',
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
        className={cn('mx-auto mb-1.5 h-32 w-auto sm:h-40', isSoldOut && 'opacity-50')}
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
