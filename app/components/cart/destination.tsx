import { useEffect, useId, useRef } from 'react'
import { US_ONLY } from '../../content/cart-words.ts'
import type { CartView } from '../../models/cart-view-types.ts'
import { shippingCountries } from '../../models/market.ts'
import { EU_DELIVERY_NOTE } from '../../models/market-messages.ts'
import { CHOOSE_COUNTRY } from '../../models/messages.ts'
import { Button } from '../ui/button.tsx'
import { cn } from '../ui/cn.ts'
import { SELECT } from '../ui/field.tsx'
import { CartForm } from './cart-form.tsx'
import { OPTION_CELLS } from './cart-parts.tsx'
import { useCartState } from './client/hooks.tsx'

const LABEL = 'text-sm font-semibold'

/**
 * The shipping country: a select in the UK store, a text in the US store. Spec: 2 Cart drawer, 5 Checkout
 * @param inDrawer its parts are cells of the drawer's `OPTIONS`
 */
export function Destination({ view, inDrawer = false }: { view: CartView; inDrawer?: boolean }) {
  const id = useId()
  const select = useRef<HTMLSelectElement>(null)
  const shown = view.shippingCountry ?? ''
  const isStarted = useCartState().view !== null
  const hasStarted = useRef(false)
  useEffect(() => {
    const { current } = select
    if (!current || !isStarted) return
    // One that was chosen before the scripts ran counts, as soon as the cart takes changes.
    if (current.value !== shown && hasStarted.current) current.value = shown
    else if (current.value !== shown) current.form?.requestSubmit()
    hasStarted.current = true
  }, [shown, isStarted])
  const block = inDrawer ? 'contents' : 'grid content-start gap-1.5'
  const cells = inDrawer ? OPTION_CELLS : null
  if (view.market === 'us') {
    return (
      <div className={block}>
        <span className={cn(LABEL, cells?.countryLabel)}>Ship to</span>
        <p className={cn('text-sm leading-snug', cells?.country)}>{US_ONLY}</p>
      </div>
    )
  }
  const country = view.shippingCountry
  return (
    <CartForm fields={{ intent: 'set-country' }} className={block}>
      <label className={cn(LABEL, cells?.countryLabel)} htmlFor={id}>
        Ship to
      </label>
      <select
        // Truncates the country's name before the arrow in a narrow field.
        className={cn(SELECT, cells && [cells.country, 'min-h-tap py-2 pl-3 pr-8 text-md text-ellipsis'])}
        id={id}
        name="country"
        ref={select}
        // No `key`, since the select must keep the focus while countries are changed by keyboard; and no `value`, to
        // which hydration would reset what was chosen before.
        defaultValue={shown}
        aria-describedby={`${id}-note`}
        onChange={(event) => event.target.form?.requestSubmit()}
      >
        {country === null ? <option value="">Choose a country</option> : null}
        {shippingCountries('uk').map(({ code, name }) => (
          <option key={code} value={code}>
            {name}
          </option>
        ))}
      </select>
      <noscript className={cells?.message}>
        <Button variant="ghost" className="mt-1.5">
          Ship there
        </Button>
      </noscript>
      <p className={cn('text-hint text-quiet empty:hidden', cells?.message)} id={`${id}-note`}>
        {country === null ? CHOOSE_COUNTRY.title : country === 'GB' ? null : EU_DELIVERY_NOTE}
      </p>
    </CartForm>
  )
}
