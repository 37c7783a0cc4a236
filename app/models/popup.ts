import { withoutMarket } from './market.ts'

/* When the email popup opens, and for how long it stays closed. Spec: 9 Timing */

export const POPUP_DELAY_MS = 30_000
export const POPUP_SCROLL_PERCENT = 40
/** Delay after the visitor has scrolled that far, so that the popup does not interrupt the scrolling, ms. */
export const POPUP_SCROLL_DELAY_MS = 600
/** How soon to try again while the visitor is busy with a dialog, the splash or a form, ms. */
export const POPUP_RETRY_MS = 3000
const POPUP_CLOSED_MS = 7 * 24 * 60 * 60 * 1000

/** Says that somebody has subscribed, to the popup too. Spec: 8 Signup success */
export const ON_THE_LIST = "You've been added to our mailing list."

/** Keys in local storage. Spec: 3 Browser storage */
export const POPUP_STORAGE = { subscribed: 'hasSubscribed', closedAt: 'emailPopupClosedTime' } as const

/** True for pages without the popup: the cart, and the steps after the magic words. */
export function isQuietPage(pathname: string): boolean {
  const page = withoutMarket(pathname)
  return page === '/cart' || page.startsWith('/redeem/')
}

/** False for subscribers, and 7 days after closing (ms since 1970; not in the future). Spec: 2 Email signup popup */
export function mayOpenPopup(subscribed: boolean, closedAt: string | null, now: number): boolean {
  if (subscribed) return false
  const elapsed = now - Number(closedAt)
  return !(elapsed >= 0 && elapsed < POPUP_CLOSED_MS)
}
