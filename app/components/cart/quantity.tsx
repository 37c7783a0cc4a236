import { useEffect, useReducer, useRef, useState } from 'react'
import { quantityField, shownQuantityField } from '../../models/cart-change.ts'
import type { CartLineView } from '../../models/cart-view-types.ts'
import { marketPath } from '../../models/market.ts'
import { lineName } from '../../models/messages.ts'
import { useShop } from '../layout/use-shop.ts'
import { IconButton } from '../ui/button.tsx'
import { CartForm } from './cart-form.tsx'
import { cart } from './client/browser.ts'
import { useOrder } from './client/hooks.tsx'

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
    </fieldset>
  )
}

/**
 * The number belongs to the order form, so that what is typed is sent with the checkout. Without `max`: the server
 * limits the quantity, with a notice, whereas the browser would not submit the form.
 */
function NumberField({ line }: { line: CartLineView }) {
  const { formId } = useOrder()
  const { market } = useShop()
  const [draft, setDraft] = useState(String(line.quantity))
  const [resultCount, countResult] = useReducer((count: number) => count + 1, 0)
  // Also when the result is the previous quantity, after it was limited.
  // biome-ignore lint/correctness/useExhaustiveDependencies: each result resets the draft
  useEffect(() => setDraft(String(line.quantity)), [line.quantity, resultCount])
  const field = useRef<HTMLInputElement>(null)
  // What was typed before hydration.
  useEffect(() => {
    if (field.current) setDraft(field.current.value)
  }, [])

  /** @param typed the value of the field, which before hydration may have been typed without `draft` */
  function commit(typed: string) {
    if (!/^\d{1,4}$/.test(typed)) setDraft(String(line.quantity))
    else if (Number(typed) !== line.quantity)
      void cart.change({ intent: 'update', line: line.key, quantity: Number(typed) }).then(countResult)
  }

  return (
    <>
      <input type="hidden" form={formId} name={shownQuantityField(line.key)} value={line.quantity} />
      <input
        ref={field}
        className="h-11 w-10 appearance-[textfield] text-center font-semibold [&::-webkit-inner-spin-button]:appearance-none [&::-webkit-outer-spin-button]:appearance-none"
        type="number"
        form={formId}
        name={quantityField(line.key)}
        inputMode="numeric"
        min={0}
        value={draft}
        aria-label={`Quantity of ${lineName(line)}`}
        onChange={(event) => setDraft(event.target.value)}
        onBlur={(event) => commit(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return
          event.preventDefault()
          commit(event.currentTarget.value)
        }}
      />
      <noscript>
        <button
          type="submit"
          className="h-11 border-x border-line px-3 text-sm"
          form={formId}
          formAction={marketPath(market, '/cart')}
          formTarget="_self"
          formNoValidate
          name="intent"
          value="apply-typed"
        >
          Update
        </button>
      </noscript>
    </>
  )
}
