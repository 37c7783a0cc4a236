import { useEffect, useId, useRef } from 'react'
import { US_ONLY } from '#app/content/cart-words.ts'
import { COUNTRY, cartForm, SHOWN_COUNTRY } from '#app/models/cart-fields.ts'
import type { CartView } from '#app/models/cart-view-types.ts'
import { MARKETS, shippingCountries } from '#app/models/market.ts'
import { abroadNote } from '#app/models/market-messages.ts'
import { CHOOSE_COUNTRY } from '#app/models/messages.ts'
import { Button } from '../ui/button.tsx'
import { cn } from '../ui/cn.ts'
import { SELECT } from '../ui/field.tsx'
import { OPTION_CELLS } from './cart-parts.tsx'
import { cart } from './client/browser.ts'
import { useCartState } from './client/hooks.tsx'
import { useOrder } from './order.tsx'

const LABEL = 'text-sm font-semibold'

function setCountry(country: string) {
  void cart.change(cartForm({ intent: 'set-country', country }))
}

/**
 * The shipping country: a select in the UK store, which belongs to the order form; a text in the US store.
 * Spec: 2 Cart drawer, 5 Checkout
 * @param inDrawer its parts are cells of the drawer's `OPTIONS`
 */
export function Destination({ view, inDrawer = false }: { view: CartView; inDrawer?: boolean }) {
  const id = useId()
  const { formId, applyButton } = useOrder()
  const select = useRef<HTMLSelectElement>(null)
  const shown = view.shippingCountry ?? ''
  const isStarted = useCartState().view !== null
  const hasStarted = useRef(false)
  useEffect(() => {
    const { current } = select
    if (!current || !isStarted) return
    // One that was chosen before the scripts ran counts, as soon as the cart takes changes.
    if (current.value !== shown && hasStarted.current) current.value = shown
    else if (current.value !== shown) setCountry(current.value)
    hasStarted.current = true
  }, [shown, isStarted])
  const block = inDrawer ? 'contents' : 'grid content-start gap-1.5'
  const cells = inDrawer ? OPTION_CELLS : null
  if (!MARKETS[view.market].needsCountry) {
    return (
      <div className={block}>
        <span className={cn(LABEL, cells?.countryLabel)}>Ship to</span>
        <p className={cn('text-sm leading-snug', cells?.country)}>{US_ONLY}</p>
      </div>
    )
  }
  const country = view.shippingCountry
  return (
    <div className={block}>
      <input type="hidden" form={formId} name={SHOWN_COUNTRY} value={shown} />
      <label className={cn(LABEL, cells?.countryLabel)} htmlFor={id}>
        Ship to
      </label>
      <select
        // Truncates the country's name before the arrow in a narrow field.
        className={cn(SELECT, cells && [cells.country, 'min-h-tap py-2 pl-3 pr-8 text-md text-ellipsis'])}
        id={id}
        form={formId}
        name={COUNTRY}
        ref={select}
        // No `key`, since the select must keep the focus while countries are changed by keyboard; and no `value`, to
        // which hydration would reset what was chosen before.
        defaultValue={shown}
        aria-describedby={`${id}-note`}
        onChange={(event) => setCountry(event.target.value)}
      >
        {country === null ? <option value="">Choose a country</option> : null}
        {shippingCountries(view.market).map(({ code, name }) => (
          <option key={code} value={code}>
            {name}
          </option>
        ))}
      </select>
      <noscript className={cells?.message}>
        <Button {...applyButton} variant="ghost" className="mt-1.5" formNoValidate value="apply-typed">
          Ship there
        </Button>
      </noscript>
      <p className={cn('text-hint text-quiet empty:hidden', cells?.message)} id={`${id}-note`}>
        {country === null
          ? CHOOSE_COUNTRY.title
          : country === MARKETS[view.market].countryCode
            ? null
            : abroadNote(view.market, country)}
      </p>
    </div>
  )
}
