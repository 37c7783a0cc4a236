import type { ComponentProps, ReactNode } from 'react'
import { cn } from './cn.ts'
import { Icon } from './icon.tsx'

/** A list of `details`. */
export function Accordion({ className, ...rest }: ComponentProps<'div'>) {
  return <div {...rest} className={cn('border-t border-line', className)} />
}

export function AccordionItem({
  title,
  open = false,
  id,
  name,
  children,
}: {
  title: ReactNode
  /** Whether it is open initially. */
  open?: boolean
  id?: string
  /** Of those with the same name only one is open. */
  name?: string
  children: ReactNode
}) {
  return (
    <details open={open || undefined} id={id} name={name} className="group border-b border-line">
      <summary className="flex min-h-16 items-center justify-between gap-4 font-display text-lg">
        {title}
        <Icon name="down" className="transition-transform group-open:rotate-180 print:hidden" />
      </summary>
      <div className="pb-6 text-md">{children}</div>
    </details>
  )
}
