import { useEffect, useReducer, useState } from 'react'
import type { CartLineView } from '../../models/cart-view-types.ts'
import { lineName } from '../../models/messages.ts'
import { IconButton } from '../ui/button.tsx'
import { CartForm } from './cart-form.tsx'

const STEP = '[&>svg]:size-4 print:hidden'

/** Decrement, number field and increment: three forms, which work without JavaScript. */
export function Quantity({ line }: { line: CartLineView }) {
  const { key, quantity } = line
  // Also in the labels of the buttons: screen readers and voice control list them without context.
  const name = lineName(line)
  const fewer: Record<string, string> =
    quantity > 1 ? { intent: 'adjust', line: key, by: '-1' } : { intent: 'remove', line: key }
  return (
    <fieldset className="inline-flex items-center rounded-board border border-edge bg-leaf">
      <legend className="sr-only">Quantity of {name}</legend>
      <CartForm fields={fewer}>
        <IconButton type="submit" icon="minus" label={`One fewer: ${name}`} className={STEP} />
      </CartForm>
      <NumberField line={line} />
      <CartForm fields={{ intent: 'adjust', line: key, by: '1' }}>
        <IconButton type="submit" icon="plus" label={`One more: ${name}`} className={STEP} />
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
    <CartForm className="flex" fields={{ intent: 'update', line: line.key }} onResult={countResult}>
      <input
        className="h-11 w-10 appearance-[textfield] text-center font-semibold [&::-webkit-inner-spin-button]:appearance-none [&::-webkit-outer-spin-button]:appearance-none"
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
        <button type="submit" className="h-11 border-x border-line px-3 text-sm">
          Update
        </button>
      </noscript>
    </CartForm>
  )
}
