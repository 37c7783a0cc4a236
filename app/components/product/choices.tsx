import { type ComponentProps, type ReactNode, useId } from 'react'
import { PROBLEM_ID } from '#app/models/incomplete-choice.ts'
import { Figures } from '../page/text.tsx'
import { ChoiceCard, ChoiceDot, ChoiceInput } from '../ui/choice-card.tsx'
import { cn } from '../ui/cn.ts'

/** What a group of radio buttons has while the choice in it is missing: the message inside it describes it. */
export function missingChoice(problem: ReactNode) {
  return problem
    ? ({ tabIndex: -1, 'aria-invalid': true, 'aria-describedby': PROBLEM_ID } as const)
    : { tabIndex: -1 }
}

/** A group of choices with its heading. */
export function Step({ title, children, ...fieldset }: ComponentProps<'fieldset'> & { title: string }) {
  return (
    <fieldset {...fieldset} className="border-t border-line pt-6">
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

/** The title of a choice, beside its dot. */
export function ChoiceTitle({ id, children }: { id: string; children: ReactNode }) {
  return (
    <b className="flex min-w-0 gap-2 leading-tight" id={id}>
      <ChoiceDot className="mt-0.5" />
      {children}
    </b>
  )
}

/** What a choice costs, at the end of its card. */
export function ChoicePrice({ id, children }: { id: string; children: ReactNode }) {
  return (
    <span
      className="text-right leading-tight font-bold whitespace-nowrap max-2xs:text-left [&_s]:block [&_s]:text-hint [&_s]:text-quiet"
      id={id}
    >
      {children}
    </span>
  )
}

export function SoldOutLine() {
  return <span className="block text-hint font-bold text-wax">Sold out</span>
}

/** A radio button with a picture, title, words and price. */
export function SetCard({
  well,
  picture,
  badge,
  title,
  words,
  price,
  ...input
}: ComponentProps<'input'> & {
  /** The ground behind the picture. */
  well: string
  picture: ReactNode
  badge?: ReactNode
  title: string
  words: ReactNode
  price: ReactNode
}) {
  const id = useId()
  return (
    <ChoiceCard className={cn('p-3 pr-4 max-xs:grid-cols-end', PLATE_CARD)}>
      {/* Above the picture, which is positioned too. */}
      <ChoiceInput
        {...input}
        type="radio"
        className="z-1"
        aria-labelledby={`${id}-title`}
        aria-describedby={`${id}-words ${id}-price`}
      />
      <span
        className={cn('relative size-18 overflow-hidden rounded-hair max-md:size-15 max-xs:hidden', well)}
      >
        {picture}
      </span>
      <span className="min-w-0">
        {badge ? <span className="mb-1.5 flex">{badge}</span> : null}
        <ChoiceTitle id={`${id}-title`}>{title}</ChoiceTitle>
        <span className="block text-sm text-pretty text-quiet" id={`${id}-words`}>
          {words}
        </span>
      </span>
      <ChoicePrice id={`${id}-price`}>{price}</ChoicePrice>
    </ChoiceCard>
  )
}
