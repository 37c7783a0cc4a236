import { useEffect, useRef, useState } from 'react'
import { quantityField, shownQuantityField } from '../../models/cart-change.ts'
import type { CartLineView } from '../../models/cart-view-types.ts'
import { marketPath } from '../../models/market.ts'
import { lineName } from '../../models/messages.ts'
import { useShop } from '../layout/use-shop.ts'
import { Icon } from '../ui/icon.tsx'
import { CartForm } from './cart-form.tsx'
import { cart } from './client/browser.ts'
import { useOrder } from './client/hooks.tsx'

/** Decrement, number field and increment: forms, which work without JavaScript. */
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

/**
 * The number belongs to the order form, so that what is typed is sent with the checkout. Without `max`: the server
 * limits the quantity, with a notice, whereas the browser would not submit the form.
 */
function NumberField({ line }: { line: CartLineView }) {
  const { formId } = useOrder()
  const { market } = useShop()
  const { key, quantity } = line
  // Of no use once the cart shows another quantity.
  const [draft, setDraft] = useState<{ readonly typed: string; readonly from: number } | null>(null)
  if (draft !== null && draft.from !== quantity) setDraft(null)
  const field = useRef<HTMLInputElement>(null)
  // What was typed before hydration.
  // biome-ignore lint/correctness/useExhaustiveDependencies: at the start only
  useEffect(() => {
    const typed = field.current?.value ?? ''
    if (typed !== String(quantity)) setDraft({ typed, from: quantity })
  }, [])

  /** @param typed the value of the field, which before hydration may have been typed without `draft` */
  async function commit(typed: string) {
    if (!/^\d{1,4}$/.test(typed) || Number(typed) === quantity) return setDraft(null)
    const { ok } = await cart.change({ intent: 'update', line: key, quantity: Number(typed) })
    const made = cart.getState().view?.lines.find((other) => other.key === key)?.quantity
    // Else what is shown may wait for a click, and then says what is made.
    if (!ok || made === quantity) setDraft(null)
  }

  return (
    <>
      <input type="hidden" form={formId} name={shownQuantityField(key)} value={quantity} />
      <input
        ref={field}
        type="number"
        form={formId}
        name={quantityField(key)}
        inputMode="numeric"
        min={0}
        value={draft?.typed ?? quantity}
        aria-label={`Quantity of ${lineName(line)}`}
        onChange={(event) => setDraft({ typed: event.target.value, from: quantity })}
        onBlur={(event) => void commit(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return
          event.preventDefault()
          void commit(event.currentTarget.value)
        }}
      />
      <noscript>
        <button
          type="submit"
          className="set"
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
