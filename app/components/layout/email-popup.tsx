import { lazy, Suspense, useEffect, useState } from 'react'
import { ON_THE_LIST } from '../../models/messages.ts'
import {
  isQuietPage,
  mayOpenPopup,
  POPUP_DELAY_MS,
  POPUP_SCROLL_PERCENT,
  POPUP_STORAGE,
} from '../../models/popup.ts'
import { rememberSubscribed } from '../forms/form-reply.ts'
import { useShop } from './use-shop.ts'

const loadDialog = () => import('./email-popup-dialog.tsx')
const EmailPopupDialog = lazy(loadDialog)

/** How long to wait for a dialog, the splash or somebody's typing to be over, milliseconds. */
const RETRY_MS = 3000

function mayOpen(): boolean {
  try {
    const subscribed = localStorage.getItem(POPUP_STORAGE.subscribed) !== null
    const closedAt = localStorage.getItem(POPUP_STORAGE.closedAt)
    return mayOpenPopup(subscribed, closedAt === null ? null : Number(closedAt), Date.now())
  } catch {
    return false
  }
}

/** After the scroll that asks for it, so that it does not come between a visitor and what they scrolled to, ms. */
const SETTLE_MS = 600

const TYPED = 'textarea, input:is([type=text], [type=email], [type=search], :not([type]))'

/** Whether a form on the page has been begun: what was typed must not be covered. */
function isFormBegun(): boolean {
  return [...document.querySelectorAll<HTMLInputElement>(TYPED)].some(
    (field) => field.value !== '' && field.checkVisibility?.() !== false,
  )
}

/** Whether something else has the visitor's attention. */
function isBusy(): boolean {
  return (
    isQuietPage(location.pathname) ||
    isFormBegun() ||
    document.querySelector('dialog[open], .nav details[open]') !== null ||
    document.getElementById('splash')?.checkVisibility?.() === true ||
    document.activeElement?.matches('input:not([type=hidden]), textarea, select') === true ||
    document.visibilityState === 'hidden'
  )
}

/** How far down the page the visitor has come, percent. */
function scrolledPercent(): number {
  const { scrollHeight, clientHeight, scrollTop } = document.documentElement
  const room = scrollHeight - clientHeight
  return room > 0 ? (100 * scrollTop) / room : 0
}

/**
 * Offers the mailing list after 30 seconds or 40 percent of the page, unless the visitor has subscribed or closed it
 * less than a week ago. The dialog itself is fetched only then. Spec: 2 Email signup popup
 */
export function EmailPopup() {
  const [open, setOpen] = useState(false)
  const { notices } = useShop()

  useEffect(() => {
    // Sent before the scripts were there to keep it in mind.
    if (notices.some(({ text }) => text === ON_THE_LIST)) rememberSubscribed()
    if (open || !mayOpen()) return
    // Counted from when the page was opened; its scripts may have come later.
    let timer = setTimeout(attempt, Math.max(0, POPUP_DELAY_MS - performance.now()))
    let armed = false
    function attempt() {
      clearTimeout(timer)
      if (!mayOpen()) return
      if (isBusy()) timer = setTimeout(attempt, RETRY_MS)
      // Where its code cannot be had (offline, or a newer shop) nothing is offered.
      else
        loadDialog().then(
          () => setOpen(true),
          () => undefined,
        )
    }
    function onScroll() {
      if (armed || scrolledPercent() <= POPUP_SCROLL_PERCENT) return
      armed = true
      clearTimeout(timer)
      timer = setTimeout(attempt, SETTLE_MS)
    }
    addEventListener('scroll', onScroll, { passive: true })
    return () => {
      clearTimeout(timer)
      removeEventListener('scroll', onScroll)
    }
  }, [open, notices])

  return open ? (
    <Suspense fallback={null}>
      <EmailPopupDialog onClose={() => setOpen(false)} />
    </Suspense>
  ) : null
}
