import { useEffect } from 'react'
import { GIFT_DISCOUNT } from '../cart/cart-mirror.ts'

/** Keeps the gift's discount code in the browser, under the name the shop has always used. Spec: 3 Browser storage */
export function useGiftDiscount(code: string | null): void {
  useEffect(() => {
    if (code === null) return
    try {
      localStorage.setItem(GIFT_DISCOUNT, code)
    } catch {
      // Storage may be full or denied; the cart's cookie holds the code.
    }
  }, [code])
}
