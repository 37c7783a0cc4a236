import {
  type ComponentProps,
  type FormEvent,
  type RefObject,
  useEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react'
import { openDrawer, showToast } from '#app/components/page/stores.ts'
import { useShop } from '#app/components/page/use-shop.ts'
import type { CartView } from '#app/models/cart-totals.ts'
import { marketPath } from '#app/models/market.ts'
import { ADD_FAILED } from '#app/models/messages.ts'
import type { CartResult } from '#app/models/replies.ts'
import type { CartState } from './mirror.ts'
import { cart } from './queue.ts'

/** What is hydrated late must be what the server has sent, even if the cart has changed since. */
const ON_THE_SERVER = cart.getState()

/** The complete cart state of this tab, including what only the browser knows. */
export function useCartState(): CartState {
  return useSyncExternalStore(cart.subscribe, cart.getState, () => ON_THE_SERVER)
}

/** The cart to be shown: that of this tab, or else of the loader. Null is an empty cart. */
export function useCart(): CartView | null {
  const { cart: loaded, market } = useShop()
  const { view } = useCartState()
  return view?.market === market ? view : loaded
}

/**
 * Shows a value that the cart has now in a field, in place of what was typed; what was typed before hydration stays.
 * @returns the value
 */
export function useShownValue(field: RefObject<{ value: string } | null>, value: string): RefObject<string> {
  const shown = useRef(value)
  useEffect(() => {
    if (shown.current !== value && field.current) field.current.value = value
    shown.current = value
  }, [field, value])
  return shown
}

type FormProps = Omit<ComponentProps<'form'>, 'action' | 'method'> & {
  /** Hidden fields, such as `intent` and `line`. */
  readonly fields: Readonly<Record<string, string>>
  readonly onResult?: (result: CartResult) => void
}

/** A cart change as an HTML form, which works without JavaScript; with it, the cart of the tab sends it, unless `onSubmit` does. */
export function CartForm({ fields, onResult, children, ...form }: FormProps) {
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

/**
 * Submits an add-to-cart form without leaving the page, shows its toasts, and opens the drawer on success, unless the
 * page has changed by then. While busy, further submissions are ignored: one press, one item.
 */
export function useAddToCartForm({ onAdded }: { readonly onAdded?: () => void } = {}) {
  // Not `useTransition`: React ends all running Actions together, so a button would be busy as long as another one.
  const [isBusy, setBusy] = useState(false)
  const isSending = useRef(false)

  async function onSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (isSending.current) return
    isSending.current = true
    setBusy(true)
    const { pathname } = location
    const { ok, toasts } = await cart.change(new FormData(event.currentTarget), { isQuiet: true })
    // Until the drawer lies over the button, a second press is the end of a double click.
    if (ok && location.pathname === pathname) await openDrawer()
    isSending.current = false
    setBusy(false)
    for (const toast of toasts.length > 0 || ok ? toasts : [ADD_FAILED]) showToast(toast)
    if (ok) onAdded?.()
  }

  return { onSubmit, isBusy }
}
