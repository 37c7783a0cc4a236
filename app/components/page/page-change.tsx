import { useEffect, useRef, useState } from 'react'
import { useLocation, useNavigation } from 'react-router'
import { LOADING_PRODUCT } from '#app/models/page-messages.ts'
import { Spinner } from '../ui/button.tsx'
import { keepPageOnFailure } from './network-failure.ts'

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

/** Delay before the message is shown, in ms: most products load sooner, and the message would only flash. */
const SHOW_AFTER_MS = 200

/** Says that a product page is loading while the previous page is still shown. Spec: 2 Product detail, Loading */
export function LoadingProduct() {
  const { state, location } = useNavigation()
  const isLoadingProduct = state === 'loading' && location.pathname.split('/')[2] === 'product'
  const [isDelayOver, setIsDelayOver] = useState(false)
  useEffect(() => {
    if (!isLoadingProduct) return setIsDelayOver(false)
    const timer = setTimeout(() => setIsDelayOver(true), SHOW_AFTER_MS)
    return () => clearTimeout(timer)
  }, [isLoadingProduct])
  return (
    <div role="status">
      {isLoadingProduct && isDelayOver ? (
        <p
          data-theme="dark"
          className="fixed bottom-5 left-1/2 z-60 flex -translate-x-1/2 items-center gap-2.5 rounded-board bg-soot px-5 py-3 text-sm"
        >
          <Spinner /> {LOADING_PRODUCT}
        </p>
      ) : null}
    </div>
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
