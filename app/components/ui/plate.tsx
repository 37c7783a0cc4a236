import type { ComponentProps } from 'react'

/** The framed cream card: for the moments that deserve a frame. */
export function Plate({ className = '', ...rest }: ComponentProps<'div'>) {
  return <div {...rest} className={`plate ${className}`.trimEnd()} />
}
