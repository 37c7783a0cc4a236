import { useEffect } from 'react'
import { useLocation } from 'react-router'

/** The element that a URL fragment points to, or null. The fragment may be malformed, such as `#100%`. */
export function findHashTarget(hash: string): HTMLElement | null {
  try {
    return hash.length > 1 ? document.getElementById(decodeURIComponent(hash.slice(1))) : null
  } catch {
    return null
  }
}

/** After a client-side navigation, opens the `details` around the URL's target, as in `/us/faq#q-return-window`. */
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
