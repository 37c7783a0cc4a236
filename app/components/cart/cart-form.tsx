import type { ComponentProps, FormEvent } from 'react'
import type { CartChangeInput } from '../../models/cart-change.ts'
import { marketPath } from '../../models/market.ts'
import { useShop } from '../layout/use-shop.ts'
import { cartStore } from './cart-client.ts'
import type { ChangeResult } from './cart-queue.ts'

type Props = Omit<ComponentProps<'form'>, 'action' | 'method' | 'onSubmit'> & {
  /** What the form says besides its controls: `intent`, `line`, `by`. */
  readonly fields: Readonly<Record<string, string>>
  /** Refusals are shown by the form's owner instead of as a toast. */
  readonly quiet?: boolean
  readonly onAnswer?: (result: ChangeResult) => void
}

/** A change of the cart as a plain form, which the cart of this tab takes over where scripts run. */
export function CartForm({ fields, quiet, onAnswer, children, ...form }: Props) {
  const { market } = useShop()
  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const change = Object.fromEntries(new FormData(event.currentTarget)) as unknown as CartChangeInput
    void cartStore.change(change, { quiet }).then(onAnswer)
  }
  return (
    <form {...form} method="post" action={marketPath(market, '/cart')} onSubmit={submit}>
      {Object.entries(fields).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      {children}
    </form>
  )
}
