import type { ComponentProps, ReactNode } from 'react'
import { cn } from './cn.ts'

/** A list with a tick before each line. */
export function Ticks({ lines, className }: { lines: readonly ReactNode[]; className?: string }) {
  return (
    <ul className={cn('mt-5.5 grid gap-2 text-sm', className)}>
      {lines.map((line, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the lines never change places
        <li key={place} className="tick">
          <span>{line}</span>
        </li>
      ))}
    </ul>
  )
}

/** A list with a gilt diamond before each line. */
export function Bullets({ lines, className }: { lines: readonly ReactNode[]; className?: string }) {
  return (
    <ul className={cn('grid gap-2 text-sm', className)}>
      {lines.map((line, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the lines never change places
        <li key={place} className="diamond max-w-[66ch]">
          {line}
        </li>
      ))}
    </ul>
  )
}

type Step = { readonly title: string; readonly text: string }

/** What to do, one step after the other, each with its number. */
export function Steps({
  steps,
  titleClass,
  ...list
}: { steps: readonly Step[]; titleClass?: string } & ComponentProps<'ol'>) {
  return (
    <ol {...list}>
      {steps.map(({ title, text }, index) => (
        <li key={title} className="border-t border-gilt pt-5">
          <span className="text-[1.375rem] text-accent" aria-hidden="true">
            {index + 1}
          </span>
          <h3 className={cn('mt-1.5', titleClass)}>{title}</h3>
          <p className="mt-2.5 text-quiet">{text}</p>
        </li>
      ))}
    </ol>
  )
}

/** Names and values with a dotted rule between them. Its children are `Fact`s. */
export function Facts({ className, ...rest }: ComponentProps<'dl'>) {
  return <dl {...rest} className={cn('text-sm', className)} />
}

export function Fact({ name, children }: { name: ReactNode; children: ReactNode }) {
  return (
    <div className="flex justify-between gap-6 border-b border-dotted border-edge py-2 last:border-0 max-[18rem]:flex-wrap max-[18rem]:gap-y-0">
      <dt className="max-w-1/2 flex-none text-quiet">{name}</dt>
      <dd className="min-w-0 text-right font-semibold wrap-anywhere max-[18rem]:text-left">{children}</dd>
    </div>
  )
}
