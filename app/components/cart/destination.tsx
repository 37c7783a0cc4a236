import { useId } from 'react'
import type { CartView } from '../../models/cart-view-types.ts'
import { shippingCountries } from '../../models/market.ts'
import { EU_DELIVERY_NOTE } from '../../models/messages.ts'
import { CartForm } from './cart-form.tsx'

/** The shipping country: a select in the UK store, a text in the US store. Spec: 2 Cart drawer, 5 Checkout */
export function Destination({ view }: { view: CartView }) {
  const id = useId()
  if (view.market === 'us') {
    return (
      <div className="field wide">
        <span className="label">Ship to</span>
        <p className="small">United States. This store ships to the United States only.</p>
      </div>
    )
  }
  const country = view.shippingCountry
  return (
    <CartForm fields={{ intent: 'set-country' }} className="field">
      <label htmlFor={id}>Ship to</label>
      <select
        className="in"
        id={id}
        name="country"
        // No `key`: the select must keep the focus while countries are changed by keyboard.
        value={country ?? ''}
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
      <noscript>
        <button type="submit" className="btn ghost">
          Ship there
        </button>
      </noscript>
      <p className="hint" id={`${id}-note`}>
        {country === null
          ? 'Please select your shipping country.'
          : country === 'GB'
            ? null
            : EU_DELIVERY_NOTE}
      </p>
    </CartForm>
  )
}
