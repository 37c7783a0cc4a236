import type { ComponentProps, FormEvent } from 'react'
import { marketPath } from '#app/models/market.ts'
import type { CartResult } from '#app/models/replies.ts'
import { useShop } from '../page/use-shop.ts'
import { cart } from './client/browser.ts'

type Props = Omit<ComponentProps<'form'>, 'action' | 'method'> & {
  /** Hidden fields, such as `intent` and `line`. */
  readonly fields: Readonly<Record<string, string>>
  readonly onResult?: (result: CartResult) => void
}

/**
 * A cart change as an HTML form, which works without JavaScript; with it, `cart` handles the submission, unless
 * `onSubmit` does.
 */
export function CartForm({ fields, onResult, children, ...form }: Props) {
  const { market } = useShop()
  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    void cart.change(new FormData(event.currentTarget)).then(onResult)
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
