import { useEffect } from 'react'

/** Keeps the gift's discount code in the browser, under the name the shop has always used. Spec: 3 Browser storage */
export function useGiftDiscount(code: string | null): void {
  useEffect(() => {
    if (code === null) return
    try {
      localStorage.setItem('gift_discount_code', code)
    } catch {
      // Storage may be full or denied; the cart's cookie holds the code.
    }
  }, [code])
}
