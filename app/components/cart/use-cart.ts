import { useSyncExternalStore } from 'react'
import type { CartView } from '../../models/cart-view-types.ts'
import { useShop } from '../layout/use-shop.ts'
import { cartStore } from './cart-client.ts'
import type { CartState } from './cart-state.ts'

/** The state of this tab's cart: all of it, also what only the browser knows. */
export function useCartState(): CartState {
  return useSyncExternalStore(cartStore.subscribe, cartStore.getState, cartStore.getState)
}

/** The cart as it is to be shown: this tab's where there is one, else the loader's. Null is an empty cart. */
export function useCart(): CartView | null {
  const { cart, market } = useShop()
  const { view } = useCartState()
  return view?.market === market ? view : cart
}

/** How many pieces are in the cart, for the bar. */
export function useCartCount(): number {
  return useCart()?.itemCount ?? 0
}
