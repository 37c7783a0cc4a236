import { useEffect } from 'react'
import { GIFT_DISCOUNT } from '../cart/client/mirror.ts'

/**
 * Stores the discount code of the gift in local storage, or removes it when it is spent. Otherwise, a null `code`
 * leaves it unchanged. Spec: 3 Browser storage
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
