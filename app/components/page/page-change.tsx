import { useEffect, useRef, useState } from 'react'
import { createPath, useLocation, useNavigation } from 'react-router'
import { goOnToDestination, keepPageOffline, noteDestination } from './lost-connection.ts'

/**
 * Ignores the repeats of a held Enter, except in texts. On a button that adds an item, they would close the drawer
 * that opens for it, add the item again, and so on.
 */
function ignoreHeldEnter(event: KeyboardEvent): void {
  if (event.repeat && event.key === 'Enter' && !(event.target instanceof HTMLTextAreaElement))
    event.preventDefault()
}

/**
 * Makes client-side navigation accessible: announces the title of the next page, and moves the focus to its
 * content, as a new document would.
 */
export function PageChange() {
  const { pathname } = useLocation()
  const navigation = useNavigation()
  const destination = navigation.state === 'loading' ? createPath(navigation.location) : null
  const announcedPath = useRef(pathname)
  const [title, setTitle] = useState('')
  useEffect(() => {
    goOnToDestination()
    addEventListener('keydown', ignoreHeldEnter)
    const stop = keepPageOffline()
    return () => {
      removeEventListener('keydown', ignoreHeldEnter)
      stop()
    }
  }, [])
  useEffect(() => noteDestination(destination), [destination])
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
