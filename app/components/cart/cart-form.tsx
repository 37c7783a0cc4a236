import type { ComponentProps, FormEvent } from 'react'
import type { CartChangeInput } from '#app/models/cart-change.ts'
import { marketPath } from '#app/models/market.ts'
import { useShop } from '../page/use-shop.ts'
import { cart } from './client/browser.ts'
import type { ChangeResult } from './client/store.ts'

type Props = Omit<ComponentProps<'form'>, 'action' | 'method'> & {
  /** Hidden fields, such as `intent` and `line`. */
  readonly fields: Readonly<Record<string, string>>
  readonly onResult?: (result: ChangeResult) => void
}

/**
 * A cart change as an HTML form, which works without JavaScript; with it, `cart` handles the submission, unless
 * `onSubmit` does.
 */
export function CartForm({ fields, onResult, children, ...form }: Props) {
  const { market } = useShop()
  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const change = Object.fromEntries(new FormData(event.currentTarget)) as unknown as CartChangeInput
    void cart.change(change).then(onResult)
  }
  return (
    <form onSubmit={submit} {...form} method="post" action={marketPath(market, '/cart')}>
      {Object.entries(fields).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      {children}
    </form>
  )
}
