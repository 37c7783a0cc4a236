import { type MouseEvent, useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import { withoutMarket } from '#app/models/market.ts'
import { popupSource } from '#app/models/signup-source.ts'
import { SignupForm } from '../forms/list-forms.tsx'
import { tryStorage } from '../page/browser.ts'
import { isDrawerOpen } from '../page/stores.ts'
import { Toaster } from '../page/toaster.tsx'
import { Button, IconButton } from '../ui/button.tsx'
import { Drawing } from '../ui/picture.tsx'

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

/** Opens the signup dialog. However it is closed, the time is stored. Spec: 2 Email signup popup */
export default function EmailPopup() {
  const [open, setOpen] = useState(false)

  useEffect(() => {
    if (open || !mayOpen()) return
    // Counted from navigation start, as scripts may load later.
    let timer = setTimeout(attempt, Math.max(0, DELAY_MS - performance.now()))
    let hasScrolled = false
    function attempt() {
      if (!mayOpen()) return
      if (isBusy()) timer = setTimeout(attempt, RETRY_MS)
      else setOpen(true)
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

  function handleClose() {
    tryStorage(() => localStorage.setItem(CLOSED_AT, String(Date.now())))
    setOpen(false)
  }
  return open ? <EmailPopupDialog onClose={handleClose} /> : null
}

/** The signup dialog. Spec: 2 Email signup popup */
function EmailPopupDialog({ onClose }: { onClose: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null)
  const { pathname } = useLocation()
  const title = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    const box = dialog.current
    if (box && !box.open) box.showModal()
    // Content blockers hide elements with such names, and a modal dialog blocks the page even if it is hidden.
    if (box?.getClientRects().length === 0) return box.close()
    // Not the first field: on a phone that would open the keyboard over the text.
    title.current?.focus()
    return () => box?.close()
  }, [])
  const close = () => dialog.current?.close()
  const openedOn = useRef(pathname)
  useEffect(() => {
    // Going back or forward must not leave the dialog over another page.
    if (pathname !== openedOn.current) dialog.current?.close()
  }, [pathname])
  const closeOutside = (event: MouseEvent) => {
    if (event.target === dialog.current) close()
  }
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes a modal dialog by itself
    <dialog
      ref={dialog}
      data-theme="light"
      // The padding is the frame's distance from the edge; the words scroll inside the frame.
      className="group fixed inset-0 m-auto framed flex-col overflow-hidden bg-plate p-2.5 shade-rest open:flex [translate:0_1rem] opacity-0 moves-all transition-discrete duration-open ease-lid open:[translate:none] open:opacity-100 starting:open:[translate:0_1rem] starting:open:opacity-0"
      style={{ width: 'min(34rem,100% - 2rem)', maxHeight: 'calc(100dvh - 2rem)' }}
      aria-labelledby="email-popup-title"
      onClick={closeOutside}
      onClose={onClose}
    >
      <div className="relative z-1 min-h-0 flex-initial overflow-y-auto p-panel upright-low:py-6 sideways:py-3 sideways:pr-13">
        <Drawing name="logo-mark" className="mb-4 w-13 upright-low:hidden sideways:hidden" />
        <h2 id="email-popup-title" ref={title} tabIndex={-1} className="pr-8 text-subhead sideways:text-2xl">
          Stay Connected
        </h2>
        <p className="mt-3 mb-6 text-quiet sideways:mb-2">
          We write when there is a new volume, a new wand or something worth opening. Rarely, in other words.
        </p>
        <SignupForm source={popupSource(pathname)} variant="popup" onDone={close} />
        <Button variant="link" type="button" className="mt-2 text-sm" onClick={close}>
          Not now
        </Button>
      </div>
      <IconButton
        icon="close"
        label="Close"
        className="absolute top-4 right-4 z-2 bg-plate hover:bg-board"
        onClick={close}
      />
      {/* While a field shows its error, the toast is for screen readers only. */}
      <Toaster dialog={dialog} className="flex-none has-[li]:m-4 group-has-[[aria-invalid=true]]:sr-only" />
    </dialog>
  )
}
