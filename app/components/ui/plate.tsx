import type { ComponentProps } from 'react'
import { cn } from './cn.ts'

/** The framed cream-coloured card: light on whatever ground it stands. */
export function Plate({ className, ...rest }: ComponentProps<'div'>) {
  return (
    <div
      data-ground="paper"
      {...rest}
      className={cn(
        'framed rounded-board bg-plate shadow-rest forced-colors:border print:break-inside-avoid print:shadow-none',
        className,
      )}
    />
  )
}
