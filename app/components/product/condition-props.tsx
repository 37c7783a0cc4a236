import type { ReactNode } from 'react'
import type { Wrapping } from '../../models/option-choice.ts'
import type { ChoiceCondition } from './offers.ts'

/** Attributes by which CSS shows an element only while these radio buttons are checked. */
export function conditionProps(when: ChoiceCondition & { readonly wrapping?: Wrapping }) {
  return {
    'data-option': when.option,
    'data-edition': when.edition,
    'data-wand': when.wand,
    'data-wrapping': when.wrapping,
  }
}

/** Content that CSS shows only while these radio buttons are checked. */
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
