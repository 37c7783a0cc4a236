import { useEffect } from 'react'
import { useLocation } from 'react-router'

/** Opens the `details` that the address points at, as in `/us/faq#q-returns`. */
export function useOpenTarget() {
  const { hash } = useLocation()
  useEffect(() => {
    const target = hash.length > 1 ? document.getElementById(decodeURIComponent(hash.slice(1))) : null
    if (target instanceof HTMLDetailsElement) target.open = true
  }, [hash])
}
