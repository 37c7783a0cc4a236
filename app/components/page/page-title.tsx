import type { ReactNode } from 'react'

/** The heading of a page of words, and what follows it: a sentence, a date. */
export function PageTitle({
  title,
  className,
  children,
}: {
  title: string
  /** Class of the heading. */
  className?: string
  children: ReactNode
}) {
  return (
    <div className="wrap pt-band pb-panel print:pt-0 print:pb-6">
      <h1 className={className}>{title}</h1>
      {children}
    </div>
  )
}
