import { useEffect, useReducer, useState } from 'react'
import type { CartLineView } from '../../models/cart-view-types.ts'
import { lineName } from '../../models/messages.ts'
import { Icon } from '../ui/icon.tsx'
import { CartForm } from './cart-form.tsx'

/** Decrement, number field and increment: three forms, which work without JavaScript. */
export function Quantity({ line }: { line: CartLineView }) {
  const { key, quantity } = line
  // Also in the labels of the buttons: screen readers and voice control list them without context.
  const name = lineName(line)
  const fewer: Record<string, string> =
    quantity > 1 ? { intent: 'adjust', line: key, by: '-1' } : { intent: 'remove', line: key }
  return (
    <fieldset className="qty">
      <legend className="sr">Quantity of {name}</legend>
      <CartForm fields={fewer}>
        <button type="submit" aria-label={`One fewer: ${name}`}>
          <Icon name="minus" />
        </button>
      </CartForm>
      <NumberField line={line} />
      <CartForm fields={{ intent: 'adjust', line: key, by: '1' }}>
        <button type="submit" aria-label={`One more: ${name}`}>
          <Icon name="plus" />
        </button>
      </CartForm>
    </fieldset>
  )
}

/** Without `max`: the server limits the quantity, with a notice, whereas the browser would not submit the form. */
function NumberField({ line }: { line: CartLineView }) {
  const [draft, setDraft] = useState(String(line.quantity))
  const isChanged = draft !== String(line.quantity)
  const isNumber = /^\d{1,4}$/.test(draft)
  const [resultCount, countResult] = useReducer((count: number) => count + 1, 0)
  // Also when the result is the previous quantity, after it was limited.
  // biome-ignore lint/correctness/useExhaustiveDependencies: each result resets the draft
  useEffect(() => setDraft(String(line.quantity)), [line.quantity, resultCount])
  return (
    <CartForm fields={{ intent: 'update', line: line.key }} onResult={countResult}>
      <input
        type="number"
        name="quantity"
        inputMode="numeric"
        min={0}
        required
        value={draft}
        aria-label={`Quantity of ${lineName(line)}`}
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
