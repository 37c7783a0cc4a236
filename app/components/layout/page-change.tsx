import { useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'

/**
 * Does for people who cannot see it what a new page does by itself: says its title, and starts the keyboard at its
 * content instead of on a link that may be gone.
 */
export function PageChange() {
  const { pathname } = useLocation()
  const last = useRef(pathname)
  const [title, setTitle] = useState('')
  useEffect(() => {
    if (last.current === pathname) return
    last.current = pathname
    setTitle(document.title)
    if (!document.querySelector('dialog[open]')) {
      document.getElementById('main')?.focus({ preventScroll: true })
    }
  }, [pathname])
  return (
    <p className="sr" aria-live="assertive">
      {title}
    </p>
  )
}
