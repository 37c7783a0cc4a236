import { useEffect, useRef } from 'react'
import { useRevalidator } from 'react-router'
import { cart } from '../cart/client/browser.ts'
import { useCartState } from '../cart/client/hooks.tsx'

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
    if (isChanged) void cart.afterChanges(revalidate).catch(() => undefined)
  }, [lines, revalidate])
}
