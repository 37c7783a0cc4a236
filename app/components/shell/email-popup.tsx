import { lazy, Suspense, useEffect, useState } from 'react'
import { withoutMarket } from '#app/models/market.ts'
import { tryStorage } from '../page/browser.ts'
import { isDrawerOpen } from '../page/stores.ts'

const loadDialog = () => import('./email-popup-dialog.tsx')
const EmailPopupDialog = lazy(loadDialog)

/* When it opens, and for how long it stays closed, ms. Spec: 9 Timing */
const DELAY_MS = 30_000
const SCROLL_PERCENT = 40
/** Delay after the visitor has scrolled that far, so that the popup does not interrupt the scrolling. */
const SCROLL_DELAY_MS = 600
/** How soon to try again while the visitor is busy with a dialog, the splash or a form. */
const RETRY_MS = 3000
const CLOSED_MS = 7 * 24 * 60 * 60 * 1000
/** In local storage. Spec: 3 Browser storage */
const CLOSED_AT = 'emailPopupClosedTime'

/** False for subscribers, and for 7 days after it was closed; a time in the future is that of a wrong clock. */
function mayOpen(): boolean | undefined {
  return tryStorage(() => {
    if (localStorage.getItem('hasSubscribed') !== null) return false
    const elapsed = Date.now() - Number(localStorage.getItem(CLOSED_AT))
    return !(elapsed >= 0 && elapsed < CLOSED_MS)
  })
}

const TEXT_FIELDS = 'textarea, input:is([type=text], [type=email], [type=search], :not([type]))'
const BUSY = 'dialog[open], [data-toast], [data-form-success], header details[open], [aria-busy=true]'

/** Whether the visitor is busy with something that the popup would interrupt, or waits for it. */
function isBusy(): boolean {
  const page = withoutMarket(location.pathname)
  const fields = [...document.querySelectorAll<HTMLInputElement>(TEXT_FIELDS)]
  const notice = document.querySelector('[data-cookie-notice]')
  return (
    // The cart, and the steps after the magic words.
    page === '/cart' ||
    page.startsWith('/redeem/') ||
    // The popup must not cover a form that is being filled in.
    fields.some((field) => field.value !== '' && field.checkVisibility?.() !== false) ||
    // On a phone only one thing at a time may cover the page.
    (innerWidth < 768 && notice !== null && notice.getBoundingClientRect().bottom > 0) ||
    isDrawerOpen() ||
    document.querySelector(BUSY) !== null ||
    document.getElementById('splash')?.checkVisibility?.() === true ||
    document.activeElement?.matches('input, textarea, select') === true ||
    document.visibilityState === 'hidden'
  )
}

/** Loads and opens the signup dialog. However it is closed, the time is stored. Spec: 2 Email signup popup */
export function EmailPopup() {
  const [open, setOpen] = useState(false)

  useEffect(() => {
    if (open || !mayOpen()) return
    // Counted from navigation start, as scripts may load later.
    let timer = setTimeout(attempt, Math.max(0, DELAY_MS - performance.now()))
    let hasScrolled = false
    /** @param isLoaded whether the dialog's code is loaded; the visitor may be busy by the time it is */
    function attempt(isLoaded?: boolean) {
      clearTimeout(timer)
      if (!mayOpen()) return
      if (isBusy()) timer = setTimeout(attempt, RETRY_MS)
      else if (isLoaded) setOpen(true)
      // If its code cannot be loaded (offline, or after a deployment) the popup is not shown.
      else
        loadDialog().then(
          () => attempt(true),
          () => undefined,
        )
    }
    function onScroll() {
      const { scrollHeight, clientHeight, scrollTop } = document.documentElement
      if (hasScrolled || 100 * scrollTop <= SCROLL_PERCENT * (scrollHeight - clientHeight)) return
      hasScrolled = true
      clearTimeout(timer)
      timer = setTimeout(attempt, SCROLL_DELAY_MS)
    }
    addEventListener('scroll', onScroll, { passive: true })
    // The page may have been scrolled before this script ran.
    onScroll()
    return () => {
      clearTimeout(timer)
      removeEventListener('scroll', onScroll)
    }
  }, [open])

  return open ? (
    <Suspense fallback={null}>
      <EmailPopupDialog
        onClose={() => {
          tryStorage(() => localStorage.setItem(CLOSED_AT, String(Date.now())))
          setOpen(false)
        }}
      />
    </Suspense>
  ) : null
}
