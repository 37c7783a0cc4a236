import type { ReactNode } from 'react'
import type { Wrapping } from '../../models/option-choice.ts'
import type { ChoiceCondition } from './offers.ts'

/** Attributes by which the page's styles show an element only with these radio buttons checked. */
export function conditionProps(when: ChoiceCondition & { readonly wrapping?: Wrapping }) {
  return {
    'data-option': when.option,
    'data-edition': when.edition,
    'data-wand': when.wand,
    'data-wrapping': when.wrapping,
  }
}

/** Words that are shown only with these radio buttons checked. */
export function ShownIf({
  children,
  className,
  ...when
}: ChoiceCondition & {
  readonly wrapping?: Wrapping
  readonly className?: string
  readonly children: ReactNode
}) {
  return (
    <span className={className} {...conditionProps(when)}>
      {children}
    </span>
  )
}
