import { useSyncExternalStore } from 'react'
import type { CartView } from '../../models/cart-view-types.ts'
import { useShop } from '../layout/use-shop.ts'
import { cartStore } from './cart-client.ts'
import type { CartState } from './cart-state.ts'

/** The complete cart state of this tab, including what only the browser knows. */
export function useCartState(): CartState {
  return useSyncExternalStore(cartStore.subscribe, cartStore.getState, cartStore.getState)
}

/** The cart to be shown: that of this tab, or else of the loader. Null is an empty cart. */
export function useCart(): CartView | null {
  const { cart, market } = useShop()
  const { view } = useCartState()
  return view?.market === market ? view : cart
}

/** The item count, for the header. */
export function useCartCount(): number {
  return useCart()?.itemCount ?? 0
}
