import { useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import { keepPageOnFailure } from './network-failure.ts'

/** A held Enter acts once, except in texts: on a button that adds, it would close the drawer, add again, and so on. */
function ignoreHeldEnter(event: KeyboardEvent): void {
  if (event.repeat && event.key === 'Enter' && !(event.target instanceof HTMLTextAreaElement))
    event.preventDefault()
}

/** As a new document would, announces the title of the next page, and moves the focus to its content. */
export function PageChange() {
  const { pathname } = useLocation()
  const announcedPath = useRef(pathname)
  const [title, setTitle] = useState('')
  useEffect(() => {
    keepPageOnFailure()
    addEventListener('keydown', ignoreHeldEnter)
  }, [])
  useEffect(() => {
    if (announcedPath.current === pathname) return
    announcedPath.current = pathname
    setTitle(document.title)
    if (!document.querySelector('dialog[open]')) {
      document.getElementById('main')?.focus({ preventScroll: true })
    }
  }, [pathname])
  return (
    <p className="sr-only" aria-live="assertive">
      {title}
    </p>
  )
}

/** Says that what stands before it reacts by itself from now on. */
export function Hydrated() {
  useEffect(() => {
    document.documentElement.dataset.hydrated = ''
    performance.mark('hydrated')
  }, [])
  return null
}
