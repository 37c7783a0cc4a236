import { useEffect, useRef } from 'react'
import { useRevalidator } from 'react-router'
import { cartStore } from '../cart/cart-client.ts'
import { useCartState } from '../cart/use-cart.ts'

/** Revalidates the page when lines of the cart were added or removed, or ordered. */
export function useStepRevalidation(): void {
  const { view } = useCartState()
  const { revalidate } = useRevalidator()
  const lines = view?.lines.map(({ key }) => key).join()
  const known = useRef(lines)
  useEffect(() => {
    const isChanged = known.current !== undefined && known.current !== lines
    known.current = lines
    // The shown cart is optimistic: the change must reach the server first.
    if (isChanged) void cartStore.afterChanges(revalidate).catch(() => undefined)
  }, [lines, revalidate])
}
