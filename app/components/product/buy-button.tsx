import type { ReactNode } from 'react'
import { Button } from '../ui/button.tsx'
import { cn } from '../ui/cn.ts'

const BUY = 'min-w-36'

/**
 * The button that adds the choice to the cart, and its replacement for a choice that is sold out. CSS shows one of
 * the two.
 */
export function BuyButton({
  form,
  label,
  isBusy,
  wide = false,
}: {
  /** Id of the form that it submits. */
  form: string
  label: string
  isBusy: boolean
  wide?: boolean
}) {
  return (
    <>
      <Button form={form} className={cn(BUY, 'sold-out:hidden')} wide={wide} busy={isBusy}>
        {label}
      </Button>
      <Button type="button" className={cn(BUY, 'not-sold-out:hidden')} wide={wide} disabled>
        Sold out
      </Button>
    </>
  )
}

/** Total and button below the form, on viewports too wide for `BuyBar`, and too low for it. */
export function BuyBlock({ total, children }: { total?: ReactNode; children: ReactNode }) {
  return (
    <div className="mt-2.5 border-t border-line pt-6 max-lg:not-low-window:hidden">
      {total ? (
        <p className="mb-4 flex max-w-none flex-wrap items-baseline justify-between gap-3" data-total="">
          <span className="text-quiet">Total</span>
          {total}
        </p>
      ) : null}
      {children}
    </div>
  )
}

/**
 * The bar at the bottom of small screens, with the total and the button: the last thing of its page, so that it stays
 * to the end, and as high as `--spacing-buybar`, which toasts and what has the focus keep clear of.
 */
export function BuyBar({ total, children }: { total: ReactNode; children: ReactNode }) {
  return (
    <div
      data-buybar=""
      data-ground="theatre"
      className="sticky bottom-0 z-30 flex min-h-buybar flex-wrap items-center justify-between gap-4 border-t border-line bg-soot px-gutter py-2.5 lg:hidden low-window:hidden print:hidden"
    >
      <span className="grid leading-heading">
        <span className="text-xs text-quiet">Total</span>
        {total}
      </span>
      {children}
    </div>
  )
}
