import type { ComponentProps } from 'react'

/** The framed cream-coloured card. */
export function Plate({ className = '', ...rest }: ComponentProps<'div'>) {
  return <div {...rest} className={`plate ${className}`.trimEnd()} />
}
