import { cva, type VariantProps } from 'class-variance-authority'
import type { ComponentProps, MouseEvent } from 'react'
import { cn } from './cn.ts'
import { Icon, type IconName } from './icon.tsx'

const SHAPE =
  'inline-flex min-h-control items-center justify-center gap-2.5 rounded-board px-6 max-xs:px-4 py-3 text-center text-md leading-tight font-semibold no-underline moves-all active:[translate:0_1px] aria-busy:cursor-progress off:[translate:none] off:cursor-not-allowed forced-colors:edge forced-colors:off:border-graytext forced-colors:off:text-graytext print:hidden'

const button = cva('', {
  variants: {
    variant: {
      solid: [
        SHAPE,
        'bg-action text-action-ink shade-rule hover:[--color-action:var(--color-action-hover)]',
        'off:bg-off off:text-quiet off:shade-off',
      ],
      ghost: [
        SHAPE,
        'shade-edge hover:bg-wash hover:shade-current',
        'off:bg-off off:text-quiet off:shade-off',
      ],
      link: 'inline-flex min-h-tap items-center gap-2 font-semibold underline decoration-gilt hover:decoration-2',
    },
    wide: { true: 'w-full' },
  },
  defaultVariants: { variant: 'solid' },
})

export type ButtonLook = VariantProps<typeof button>

export type ButtonProps = ComponentProps<'button'> &
  ButtonLook & {
    readonly busy?: boolean
    readonly busyLabel?: string
    /** Disabled by `aria-disabled`, so that it can still be focused and described. */
    readonly inactive?: boolean
    readonly onInactiveClick?: () => void
  }

/** A button, of type `submit` by default. While busy it keeps its width and focus, and ignores clicks. */
export function Button(props: ButtonProps) {
  const { variant, wide, busy = false, busyLabel, inactive = false, onInactiveClick, ...rest } = props
  function handleClick(event: MouseEvent<HTMLButtonElement>) {
    if (busy || inactive) {
      event.preventDefault()
      return busy ? undefined : onInactiveClick?.()
    }
    const button = event.currentTarget
    button.style.minWidth = `min(100%, ${button.offsetWidth}px)`
    rest.onClick?.(event)
  }
  return (
    <button
      type="submit"
      {...rest}
      className={cn(button({ variant, wide }), rest.className)}
      aria-busy={busy || undefined}
      aria-disabled={busy || inactive || undefined}
      onClick={handleClick}
    >
      {busy ? (
        <>
          <Spinner />
          {busyLabel ?? rest.children}
        </>
      ) : (
        rest.children
      )}
    </button>
  )
}

export function IconButton(
  props: Omit<ComponentProps<'button'>, 'children' | 'aria-label'> & { icon: IconName; label: string },
) {
  const { icon, label, className, ...rest } = props
  return (
    <button
      type="button"
      {...rest}
      aria-label={label}
      className={cn('grid size-tap flex-none place-items-center rounded-board hover:bg-wash', className)}
    >
      <Icon name={icon} />
    </button>
  )
}

/** The look of a text link, for an anchor that is not a page of the shop. */
export function linkClass(className?: string): string {
  return cn(button({ variant: 'link' }), className)
}

/** The look of a button, for an anchor that is not a page of the shop. */
export function buttonClass(look: ButtonLook = {}, className?: string): string {
  return cn(button(look), className)
}

/** A decorative spinner. The text next to it says what is in progress. */
export function Spinner({ className }: { className?: string }) {
  return (
    <span
      className={cn(
        'size-[1em] flex-none animate-turn rounded-full [border-width:2px] border-r-transparent',
        className,
      )}
      aria-hidden="true"
    />
  )
}
