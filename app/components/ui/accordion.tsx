import type { ReactNode } from 'react'
import { Icon } from './icon.tsx'

export function AccordionItem({
  title,
  open = false,
  children,
}: {
  title: string
  /** Whether it is open initially. */
  open?: boolean
  children: ReactNode
}) {
  return (
    <details open={open || undefined} className="group border-b border-line">
      <summary className="flex min-h-16 items-center justify-between gap-4 font-display text-lg">
        {title}
        <Icon name="down" className="transition-transform group-open:rotate-180 print:hidden" />
      </summary>
      <div className="pb-6 text-md">{children}</div>
    </details>
  )
}
