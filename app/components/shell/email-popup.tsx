import { lazy, Suspense, useEffect, useState } from 'react'
import {
  isQuietPage,
  mayOpenPopup,
  ON_THE_LIST,
  POPUP_DELAY_MS,
  POPUP_RETRY_MS,
  POPUP_SCROLL_DELAY_MS,
  POPUP_SCROLL_PERCENT,
  POPUP_STORAGE,
} from '#app/models/popup.ts'
import { rememberSubscribed, tryStorage } from '../page/browser.ts'
import { isDrawerOpen } from '../page/drawer-store.ts'
import { useShop } from '../page/use-shop.ts'

const loadDialog = () => import('./email-popup-dialog.tsx')
const EmailPopupDialog = lazy(loadDialog)

function mayOpen(): boolean | undefined {
  return tryStorage(() => {
    const subscribed = localStorage.getItem(POPUP_STORAGE.subscribed) !== null
    return mayOpenPopup(subscribed, localStorage.getItem(POPUP_STORAGE.closedAt), Date.now())
  })
}

const TEXT_FIELDS = 'textarea, input:is([type=text], [type=email], [type=search], :not([type]))'

/** Whether a visible text field has a value: the popup must not cover a form that is being filled in. */
function isFormStarted(): boolean {
  return [...document.querySelectorAll<HTMLInputElement>(TEXT_FIELDS)].some(
    (field) => field.value !== '' && field.checkVisibility?.() !== false,
  )
}

/** Whether the cookie notice is in sight on a phone, where one thing at a time stands before the page. */
function isNoticeInSight(): boolean {
  const toast = document.querySelector('[data-cookie-notice]')
  return innerWidth < 768 && toast !== null && toast.getBoundingClientRect().bottom > 0
}

/** Whether the visitor is busy with something that the popup would interrupt, or waits for it. */
function isBusy(): boolean {
  return (
    isQuietPage(location.pathname) ||
    isFormStarted() ||
    isNoticeInSight() ||
    isDrawerOpen() ||
    document.querySelector(
      'dialog[open], [data-toast], [data-form-success], header details[open], [aria-busy=true]',
    ) !== null ||
    document.getElementById('splash')?.checkVisibility?.() === true ||
    document.activeElement?.matches('input, textarea, select') === true ||
    document.visibilityState === 'hidden'
  )
}

function scrolledPercent(): number {
  const { scrollHeight, clientHeight, scrollTop } = document.documentElement
  const maxScrollTop = scrollHeight - clientHeight
  return maxScrollTop > 0 ? (100 * scrollTop) / maxScrollTop : 0
}

/** Opens the signup dialog, and loads its code, by the rules of `models/popup.ts`. Spec: 2 Email signup popup */
export function EmailPopup() {
  const [open, setOpen] = useState(false)
  const { toasts } = useShop()

  useEffect(() => {
    // A subscription submitted before hydration is stored only now.
    if (toasts.some(({ text }) => text === ON_THE_LIST)) rememberSubscribed()
    if (open || !mayOpen()) return
    // Counted from navigation start, as scripts may load later.
    let timer = setTimeout(attempt, Math.max(0, POPUP_DELAY_MS - performance.now()))
    let hasScrolled = false
    /** @param isLoaded whether the dialog's code is loaded; the visitor may be busy by the time it is */
    function attempt(isLoaded?: boolean) {
      clearTimeout(timer)
      if (!mayOpen()) return
      if (isBusy()) timer = setTimeout(attempt, POPUP_RETRY_MS)
      else if (isLoaded) setOpen(true)
      // If its code cannot be loaded (offline, or after a deployment) the popup is not shown.
      else
        loadDialog().then(
          () => attempt(true),
          () => undefined,
        )
    }
    function onScroll() {
      if (hasScrolled || scrolledPercent() <= POPUP_SCROLL_PERCENT) return
      hasScrolled = true
      clearTimeout(timer)
      timer = setTimeout(attempt, POPUP_SCROLL_DELAY_MS)
    }
    addEventListener('scroll', onScroll, { passive: true })
    // The page may have been scrolled before this script ran.
    onScroll()
    return () => {
      clearTimeout(timer)
      removeEventListener('scroll', onScroll)
    }
  }, [open, toasts])

  return open ? (
    <Suspense fallback={null}>
      <EmailPopupDialog onClose={() => setOpen(false)} />
    </Suspense>
  ) : null
}
