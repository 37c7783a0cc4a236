import type { ReactNode } from 'react'

/** The heading of a page of words, and what follows it: a sentence, a date. */
export function PageTitle(props: { title: string; headingClass?: string; children: ReactNode }) {
  return (
    <div className="wrap pt-band pb-panel print:pt-0 print:pb-6">
      <h1 className={props.headingClass}>{props.title}</h1>
      {props.children}
    </div>
  )
}
