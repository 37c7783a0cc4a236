import type { ReactNode } from 'react'
import { Button } from '../ui/button.tsx'
import { cn } from '../ui/cn.ts'

const BUY = 'min-w-36 flex-none max-2xs:w-full'

/**
 * The button that adds the choice to the cart, and its replacement for a choice that is sold out. CSS shows one of
 * the two.
 */
export function BuyButton({
  form,
  label,
  isBusy,
}: {
  /** Id of the form that it submits. */
  form: string
  label: string
  isBusy: boolean
}) {
  return (
    <>
      <Button form={form} className={cn(BUY, 'sold-out:hidden')} busy={isBusy}>
        {label}
      </Button>
      <Button type="button" className={cn(BUY, 'not-sold-out:hidden')} disabled>
        Sold out
      </Button>
    </>
  )
}

type BuyProps = {
  total: ReactNode
  /** Below both, for whoever reads nothing else. */
  note?: ReactNode
  children: ReactNode
}

/**
 * Total and button below the form, on viewports too wide for `BuyBar`, and too low for it. Until the form ends it is at
 * the bottom of its column, in sight from the first screen on.
 */
export function BuyBlock({ total, note, children }: BuyProps) {
  return (
    <div
      data-buyblock=""
      className="z-2 mt-2.5 flex min-h-buybar flex-wrap items-center justify-between gap-x-6 gap-y-3 border-t border-edge bg-board py-3 lg:sticky lg:bottom-0 max-lg:not-low-window:hidden low-window:static print:static print:flex!"
    >
      <p className="flex flex-wrap items-baseline gap-3" data-total="">
        <span className="text-quiet">Total</span>
        {total}
      </p>
      {children}
      {note ? <p className="basis-full text-sm text-pretty">{note}</p> : null}
    </div>
  )
}

/**
 * The bar at the bottom of small screens, with product, total and button. It is as high as `--spacing-buybar`, which
 * footer, toasts and what has the focus keep clear of.
 */
export function BuyBar({ title, total, note, children }: BuyProps & { title: string }) {
  return (
    <div
      data-buybar={note ? 'note' : ''}
      data-theme="dark"
      className="fixed inset-x-0 bottom-0 z-30 flex min-h-buybar flex-wrap items-center justify-between gap-x-4 gap-y-1.5 border-t border-line bg-soot px-gutter py-2.5 lg:hidden low-window:hidden print:hidden"
    >
      <div className="grid min-w-0 flex-1 leading-heading max-2xs:flex-auto">
        <span className="truncate text-xs text-quiet">{title}</span>
        <span className="flex flex-wrap items-baseline gap-x-2">
          <span className="text-xs max-xs:sr-only">Total</span>
          {total}
        </span>
      </div>
      {children}
      {note ? <p className="basis-full text-xs leading-tight text-mist">{note}</p> : null}
    </div>
  )
}
