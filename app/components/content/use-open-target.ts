import { useEffect } from 'react'
import { useLocation } from 'react-router'

/** Opens the `details` that holds what the address points at, as in `/us/faq#q-return-window`, within the shop. */
export function useOpenTarget() {
  const { hash } = useLocation()
  useEffect(() => {
    const target = hash.length > 1 ? document.getElementById(decodeURIComponent(hash.slice(1))) : null
    const details = target?.closest('details')
    if (!target || !details || details.open) return
    details.open = true
    target.scrollIntoView()
  }, [hash])
}
