import { useEffect, useRef } from 'react'
import { useRevalidator } from 'react-router'
import { cartStore } from '../cart/cart-client.ts'
import { useCartState } from '../cart/use-cart.ts'

/** Has the page say what is so when something goes into the cart or out of it under an open page, or is ordered. */
export function useFreshStep(): void {
  const { view } = useCartState()
  const { revalidate } = useRevalidator()
  const lines = view?.lines.map(({ key }) => key).join()
  const known = useRef(lines)
  useEffect(() => {
    const isOther = known.current !== undefined && known.current !== lines
    known.current = lines
    // The cart is shown as it will be: the server is asked once it knows of it.
    if (isOther) void cartStore.afterChanges(revalidate).catch(() => undefined)
  }, [lines, revalidate])
}
