import { useState } from 'react'
import { type CartLineView, MAX_QUANTITY } from '../../models/cart.ts'
import { Icon } from '../ui/icon.tsx'
import { CartForm } from './cart-form.tsx'

/** One fewer, the number itself, one more: three small forms, so that each works by itself. */
export function Quantity({ line }: { line: CartLineView }) {
  const { key, quantity, title } = line
  const fewer: Record<string, string> =
    quantity > 1 ? { intent: 'adjust', line: key, by: '-1' } : { intent: 'remove', line: key }
  return (
    <fieldset className="qty">
      <legend className="sr">Quantity of {title}</legend>
      <CartForm fields={fewer}>
        <button type="submit" aria-label="One fewer">
          <Icon name="minus" />
        </button>
      </CartForm>
      <NumberField line={line} key={quantity} />
      <CartForm fields={{ intent: 'adjust', line: key, by: '1' }}>
        <button type="submit" aria-label="One more">
          <Icon name="plus" />
        </button>
      </CartForm>
    </fieldset>
  )
}

function NumberField({ line }: { line: CartLineView }) {
  const [draft, setDraft] = useState(String(line.quantity))
  const isChanged = draft !== String(line.quantity)
  const isNumber = /^\d{1,4}$/.test(draft)
  return (
    <CartForm fields={{ intent: 'update', line: line.key }}>
      <input
        type="number"
        name="quantity"
        inputMode="numeric"
        min={0}
        max={MAX_QUANTITY}
        required
        value={draft}
        aria-label={`Quantity of ${line.title}`}
        onChange={(event) => setDraft(event.target.value)}
        onBlur={(event) => {
          if (!isNumber) setDraft(String(line.quantity))
          else if (isChanged) event.target.form?.requestSubmit()
        }}
      />
      <noscript>
        <button type="submit" className="set">
          Update
        </button>
      </noscript>
    </CartForm>
  )
}
