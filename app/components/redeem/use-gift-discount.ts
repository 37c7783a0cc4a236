import { useEffect } from 'react'
import { GIFT_DISCOUNT } from '../cart/cart-mirror.ts'

/**
 * Keeps the gift's discount code in the browser, under the name the shop has always used, and takes it away once it is spent.
 * Without a word of either it stays as it is. Spec: 3 Browser storage
 */
export function useGiftDiscount(code: string | null, isSpent: boolean): void {
  useEffect(() => {
    try {
      if (isSpent) localStorage.removeItem(GIFT_DISCOUNT)
      else if (code !== null) localStorage.setItem(GIFT_DISCOUNT, code)
    } catch {
      // Storage may be full or denied; the cart's cookie holds the code.
    }
  }, [code, isSpent])
}
