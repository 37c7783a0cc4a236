import { cva, type VariantProps } from 'class-variance-authority'
import type { ReactNode } from 'react'

const badge = cva(
  'inline-flex items-center gap-1.5 rounded-hair px-2.5 py-1 text-xs leading-tight font-bold forced-colors:border print:bg-transparent! print:text-coal! print:outline',
  {
    variants: {
      tone: {
        wax: 'bg-wax text-bone',
        free: 'bg-verdigris text-bone',
        gold: 'bg-gilt-bright text-coal',
        plain: 'bg-plate text-coal',
      },
    },
    defaultVariants: { tone: 'wax' },
  },
)

/** A square label: `wax` for LIMITED EDITION, `free` for FREE, `gold` for MOST POPULAR, `plain` for sold out. */
export function Badge({ tone, children }: VariantProps<typeof badge> & { children: ReactNode }) {
  return <span className={badge({ tone })}>{children}</span>
}
