import type { ComponentProps, MouseEvent } from 'react'
import { Link, type LinkProps } from 'react-router'
import { Spinner } from './spinner.tsx'

type Appearance = {
  readonly variant?: 'solid' | 'ghost' | 'link'
  /** Fills the width of its column. */
  readonly wide?: boolean
}

function buttonClass({ variant = 'solid', wide = false }: Appearance, className = ''): string {
  const base = variant === 'link' ? 'link' : variant === 'ghost' ? 'btn ghost' : 'btn'
  return `${base}${wide ? ' wide' : ''} ${className}`.trimEnd()
}

export type ButtonProps = ComponentProps<'button'> &
  Appearance & {
    readonly busy?: boolean
    /** Label while busy, such as `Sending...`. */
    readonly busyLabel?: string
    /** Disabled by `aria-disabled`, so that it can still be focused and described. */
    readonly inactive?: boolean
  }

/** A button, of type `submit` by default. While busy it keeps its width and focus, and ignores clicks. */
export function Button({
  variant,
  wide,
  busy = false,
  busyLabel,
  inactive = false,
  className,
  children,
  onClick,
  ...rest
}: ButtonProps) {
  function handleClick(event: MouseEvent<HTMLButtonElement>) {
    if (busy || inactive) return event.preventDefault()
    const button = event.currentTarget
    button.style.minWidth = `min(100%, ${button.offsetWidth}px)`
    onClick?.(event)
  }
  return (
    <button
      type="submit"
      {...rest}
      className={buttonClass({ variant, wide }, className)}
      aria-busy={busy || undefined}
      aria-disabled={busy || inactive || undefined}
      onClick={handleClick}
    >
      {busy ? (
        <>
          <Spinner />
          {busyLabel ?? children}
        </>
      ) : (
        children
      )}
    </button>
  )
}

/** A link that looks like a button, prefetched on intent. */
export function ButtonLink({ variant, wide, className, ...rest }: LinkProps & Appearance) {
  return <Link prefetch="intent" {...rest} className={buttonClass({ variant, wide }, className)} />
}

/** The text link of the design. */
export function TextLink({ className = '', ...rest }: LinkProps) {
  return <Link prefetch="intent" {...rest} className={`link ${className}`.trimEnd()} />
}
