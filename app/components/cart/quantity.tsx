import { useEffect, useRef } from 'react'
import { cartForm, quantityField, shownQuantityField } from '#app/models/cart-fields.ts'
import type { CartLineView } from '#app/models/cart-view-types.ts'
import { lineName } from '#app/models/messages.ts'
import { IconButton } from '../ui/button.tsx'
import { CartForm } from './cart-form.tsx'
import { cart } from './client/browser.ts'
import { useOrder } from './order.tsx'

const STEP = '[&>svg]:size-4 print:hidden'

/** Decrement, number field and increment: forms, which work without JavaScript. */
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
      <UpdateButton />
    </fieldset>
  )
}

/**
 * The number belongs to the order form, so that what is typed is sent with the checkout. Without `max`: the server
 * limits the quantity, with a notice, whereas the browser would not submit the form.
 */
function NumberField({ line }: { line: CartLineView }) {
  const { formId } = useOrder()
  const { key, quantity } = line
  const field = useRef<HTMLInputElement>(null)
  const shown = useRef(quantity)
  useEffect(() => {
    // What was typed before hydration stays.
    if (shown.current !== quantity && field.current) field.current.value = String(quantity)
    shown.current = quantity
  }, [quantity])

  async function commit(input: HTMLInputElement) {
    const typed = input.value
    if (/^\d{1,4}$/.test(typed) && Number(typed) !== quantity) {
      await cart.change(cartForm({ intent: 'update', line: key, quantity: typed }))
    }
    const made = cart.getState().view?.lines.find((other) => other.key === key)?.quantity
    if (made !== undefined && input.value === typed) input.value = String(made)
  }

  return (
    <>
      <input type="hidden" form={formId} name={shownQuantityField(key)} value={quantity} />
      <input
        ref={field}
        className="h-tap w-10 appearance-[textfield] text-center font-semibold"
        type="number"
        form={formId}
        name={quantityField(key)}
        inputMode="numeric"
        min={0}
        defaultValue={quantity}
        aria-label={`Quantity of ${lineName(line)}`}
        onBlur={(event) => void commit(event.target)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return
          event.preventDefault()
          void commit(event.currentTarget)
        }}
      />
    </>
  )
}

/** Applies the typed numbers without JavaScript; with it, leaving the field does. */
function UpdateButton() {
  const { applyButton } = useOrder()
  return (
    <noscript>
      <button
        {...applyButton}
        className="h-tap border-l border-line px-3 text-sm"
        formNoValidate
        value="apply-typed"
      >
        Update
      </button>
    </noscript>
  )
}
