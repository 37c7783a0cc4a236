import type { ReactNode } from 'react'
import type { Wrapping } from '../../models/option-choice.ts'
import type { When } from './offers.ts'

/** Attributes by which the page's styles show an element only with these radio buttons checked. */
export function whenProps(when: When & { readonly wrapping?: Wrapping }) {
  return {
    'data-option': when.option,
    'data-edition': when.edition,
    'data-wand': when.wand,
    'data-wrapping': when.wrapping,
  }
}

/** Words that are shown only with these radio buttons checked. */
export function ShownWhen({
  children,
  className,
  ...when
}: When & { readonly wrapping?: Wrapping; readonly className?: string; readonly children: ReactNode }) {
  return (
    <span className={className} {...whenProps(when)}>
      {children}
    </span>
  )
}
