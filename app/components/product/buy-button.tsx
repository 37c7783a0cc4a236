import type { ReactNode } from 'react'
import { Button } from '../ui/button.tsx'

/**
 * The button that puts the choice in the cart, and what stands in its place while the choice is sold out: the page's
 * styles show one of them.
 */
export function BuyButton({
  form,
  label,
  isBusy,
  wide = false,
}: {
  /** Id of the form it sends. */
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

/** The bar at the foot of small screens: the total, and the button. */
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
