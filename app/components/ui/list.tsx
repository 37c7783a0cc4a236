import type { ComponentProps, ReactNode } from 'react'
import { cn } from './cn.ts'

const LOOKS = {
  ticks: ['mt-6 grid gap-2 text-sm', 'flex gap-2.5 ticked'],
  bullets: ['grid gap-2 text-sm', 'relative max-w-measure pl-4 bulleted'],
} as const

/** A list of sentences, with ticks or, by default, with bullets. */
export function Lines(props: { lines: readonly ReactNode[]; look?: keyof typeof LOOKS; className?: string }) {
  const [list, item] = LOOKS[props.look ?? 'bullets']
  return (
    <ul className={cn(list, props.className)}>
      {props.lines.map((line, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the lines never change places
        <li key={place} className={item}>
          <span>{line}</span>
        </li>
      ))}
    </ul>
  )
}

type Step = { readonly title: string; readonly text: string }

export function Steps(props: { steps: readonly Step[]; titleClass?: string } & ComponentProps<'ol'>) {
  const { steps, titleClass, ...list } = props
  return (
    <ol {...list}>
      {steps.map(({ title, text }, index) => (
        <li key={title} className="line-t border-gilt pt-5">
          <span className="text-h4 text-accent" aria-hidden="true">
            {index + 1}
          </span>
          <h3 className={cn('mt-1.5', titleClass)}>{title}</h3>
          <p className="mt-2.5 text-quiet">{text}</p>
        </li>
      ))}
    </ol>
  )
}

/** Names and values with a dotted rule between them, or with lines above and below each. */
export function Facts(props: {
  facts: readonly (readonly [name: string, value: ReactNode])[]
  className: string
  isRuled?: boolean
}) {
  const look = props.isRuled ? 'line-b py-3' : 'py-2 not-last:[border-bottom:1px_dotted_var(--color-edge)]'

  return (
    <dl className={cn('text-sm', props.className)}>
      {props.facts.map(([name, value]) => (
        <div key={name} className={`flex justify-between gap-x-4 max-2xs:flex-wrap ${look}`}>
          <dt className="max-w-1/2 flex-none text-quiet">{name}</dt>
          <dd className="min-w-0 text-right font-semibold wrap-anywhere max-2xs:text-left">{value}</dd>
        </div>
      ))}
    </dl>
  )
}
