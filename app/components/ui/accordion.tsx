import type { ReactNode } from 'react'
import { Icon } from './icon.tsx'

/** A list of `details`. Opening one does not close the others. */
export function Accordion({ className = '', children }: { className?: string; children: ReactNode }) {
  return <div className={`acc ${className}`.trimEnd()}>{children}</div>
}

export function AccordionItem({
  title,
  open = false,
  id,
  children,
}: {
  title: ReactNode
  /** Whether it is open initially. */
  open?: boolean
  id?: string
  children: ReactNode
}) {
  return (
    <details open={open || undefined} id={id}>
      <summary>
        {title}
        <Icon name="down" />
      </summary>
      <div className="in2">{children}</div>
    </details>
  )
}
