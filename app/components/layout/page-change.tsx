import { useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'

/**
 * Makes client-side navigation accessible: announces the title of the next page, and moves the focus to its
 * content, as a new document would.
 */
export function PageChange() {
  const { pathname } = useLocation()
  const announcedPath = useRef(pathname)
  const [title, setTitle] = useState('')
  useEffect(() => {
    if (announcedPath.current === pathname) return
    announcedPath.current = pathname
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
