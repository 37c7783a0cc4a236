import type { ReactNode } from 'react'
import { Button } from '../ui/button.tsx'

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
      <Button form={form} className="live" wide={wide} busy={isBusy}>
        {label}
      </Button>
      <button type="button" className={wide ? 'btn wide gone' : 'btn gone'} disabled>
        Sold out
      </button>
    </>
  )
}

/** The bar at the bottom of small screens, with the total and the button. */
export function BuyBar({ total, children }: { total: ReactNode; children: ReactNode }) {
  return (
    <div className="bar dark">
      <span className="bt">
        <span className="xs muted">Total</span>
        {total}
      </span>
      {children}
    </div>
  )
}
