import { useEffect, useReducer, useState } from 'react'
import type { CartLineView } from '../../models/cart-view-types.ts'
import { lineName } from '../../models/messages.ts'
import { Icon } from '../ui/icon.tsx'
import { CartForm } from './cart-form.tsx'

/** One fewer, the number itself, one more: three small forms, so that each works by itself. */
export function Quantity({ line }: { line: CartLineView }) {
  const { key, quantity } = line
  // Also on the buttons: they are listed and spoken to without what is around them.
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

/** Without a `max`: what is too much is cut to the limit and said so, where a browser would only refuse to send it. */
function NumberField({ line }: { line: CartLineView }) {
  const [draft, setDraft] = useState(String(line.quantity))
  const isChanged = draft !== String(line.quantity)
  const isNumber = /^\d{1,4}$/.test(draft)
  const [answers, countAnswer] = useReducer((count: number) => count + 1, 0)
  // Also after an answer that changes nothing, as a number is cut to what it was.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the answer itself is what ends a draft
  useEffect(() => setDraft(String(line.quantity)), [line.quantity, answers])
  return (
    <CartForm fields={{ intent: 'update', line: line.key }} onAnswer={countAnswer}>
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
