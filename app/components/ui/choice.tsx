import type { ComponentProps } from 'react'
import { cn } from './cn.ts'

/** A card whose whole surface is the real radio button or checkbox that is its first child (`ChoiceInput`). */
export function ChoiceCard({ className, ...rest }: ComponentProps<'label'>) {
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: the control is among its children
    <label
      {...rest}
      className={cn(
        'group/choice relative grid cursor-pointer grid-cols-ends items-center gap-4 rounded-board edge bg-leaf px-4 py-4 text-coal moves-all hover:border-coal has-checked:border-gilt-ink has-checked:shade-chosen has-focus-visible:focus-ring has-disabled:cursor-not-allowed has-disabled:bg-off has-disabled:text-quiet forced-colors:has-checked:chosen-outline print:break-inside-avoid',
        className,
      )}
    />
  )
}

export function ChoiceInput({ className, ...rest }: ComponentProps<'input'>) {
  return (
    <input
      {...rest}
      className={cn(
        'absolute inset-0 size-full cursor-pointer opacity-0 disabled:cursor-not-allowed',
        className,
      )}
    />
  )
}

export function ChoiceDot({ className }: { className?: string }) {
  return (
    <span
      aria-hidden="true"
      className={cn(
        'inline-block size-5 flex-none rounded-full edge bg-leaf group-has-checked/choice:[border:5px_solid_#765214]',
        className,
      )}
    />
  )
}
