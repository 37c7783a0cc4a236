import type { ReactNode } from 'react'
import { Icon } from './icon.tsx'

/** Titles that unfold. Each opens alone, and none closes another. */
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
  /** Whether it stands open at first. */
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
