import type { ComponentProps } from 'react'
import { cn } from './cn.ts'

/** The look of a plate, for elements other than a `div`; they also bear `data-theme="light"`. */
export function plateClass(className?: string): string {
  return cn(
    'framed rounded-board bg-plate shadow-rest forced-colors:border print:break-inside-avoid print:shadow-none',
    className,
  )
}

export const SUCCESS_PLATE =
  'bg-[radial-gradient(ellipse_at_12%_50%,#2a5a50,var(--color-pine)_40%,var(--color-bottle))] p-part text-bone outline outline-gilt -outline-offset-8 forced-colors:border print:bg-none print:text-inherit'

/** The framed cream-coloured card: light on whatever ground it stands. */
export function Plate({ className, ...rest }: ComponentProps<'div'>) {
  return <div data-theme="light" {...rest} className={plateClass(className)} />
}
