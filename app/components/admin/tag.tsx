import { cva, type VariantProps } from 'class-variance-authority'

const tag = cva(
  'inline-flex items-center gap-1.5 rounded-hair px-2 py-1 text-xs font-semibold whitespace-nowrap before:size-2 before:rounded-full before:bg-current',
  {
    variants: {
      tone: {
        ok: 'bg-[#dbe8de] text-good',
        wait: 'bg-candle text-[#5f420f]',
        bad: 'bg-[#f5dfd9] text-bad',
        plain: 'bg-[#e1ded4]',
      },
    },
    defaultVariants: { tone: 'plain' },
  },
)

/** The state of a row, as a coloured label. */
export function Tag({ tone, children }: VariantProps<typeof tag> & { children: string }) {
  return <span className={tag({ tone })}>{children}</span>
}
