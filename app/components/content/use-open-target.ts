import { useEffect } from 'react'
import { useLocation } from 'react-router'

/** The element that the end of an address points at, or null. Anybody may write anything there, such as `#100%`. */
export function findHashTarget(hash: string): HTMLElement | null {
  try {
    return hash.length > 1 ? document.getElementById(decodeURIComponent(hash.slice(1))) : null
  } catch {
    return null
  }
}

/** Opens the `details` that holds what the address points at, as in `/us/faq#q-return-window`, within the shop. */
export function useOpenHashTarget() {
  const { hash } = useLocation()
  useEffect(() => {
    const target = findHashTarget(hash)
    const details = target?.closest('details')
    if (!target || !details || details.open) return
    details.open = true
    target.scrollIntoView()
  }, [hash])
}
