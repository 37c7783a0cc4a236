import { type DataStrategyResult, data, isRouteErrorResponse, type MiddlewareFunction } from 'react-router'
import type { Notice } from '#app/models/messages.ts'
import { BAD_REQUEST, FORM_FAILED, NOT_SENT, OFFLINE, refusalText } from '#app/models/page-messages.ts'
import type { FormReply } from '#app/models/replies.ts'
import { dismissToast, showNotice } from './notice-store.ts'

type Results = Record<string, DataStrategyResult>

/** How many pages and forms wait for an answer. */
let pending = 0
/** Whether code could not be loaded, as after a deployment: links and forms load documents from then on. */
let isCodeGone = false

/** The error of a request; undefined if there is none, or a redirect. */
function errorOf({ type, result }: DataStrategyResult): unknown {
  if (type !== 'error' || result instanceof Response) return undefined
  // React Router wraps the error of an action, as `data(error)` does.
  const isWrapped = result !== null && typeof result === 'object' && 'init' in result && 'data' in result
  return isWrapped ? result.data : result
}

/** Why the guard of the owner's room refuses a form: its screen says so. */
const GUARD_REASONS = ['signed-out', 'owner', 'backend']

/** Why a form got no answer, with the words of the shop where it has refused the form. */
function noticeOf(error: unknown): Notice {
  if (error instanceof TypeError) return NOT_SENT
  // A text was not answered by the shop.
  if (!isRouteErrorResponse(error) || error.status >= 500 || typeof error.data === 'string')
    return FORM_FAILED
  return { ...FORM_FAILED, title: refusalText(error.status, error.data?.reason) }
}

/** What a form gets in place of an answer. An error status prevents a reload of the page's data. */
function replyToFailed(error: unknown, isInOwnersRoom: boolean): DataStrategyResult {
  const notice = noticeOf(error)
  // Unlike the pages of a market, not all of the owner's room have a place for it.
  if (isInOwnersRoom) showNotice(notice)
  const reply: FormReply = { result: {}, notice }
  // `useAnswer` keeps what is shown.
  return { type: 'data', result: data(isInOwnersRoom ? null : reply, { status: 503 }) }
}

/** Takes back what was said of an earlier form. */
export function dismissFailures(): void {
  for (const title of [NOT_SENT.title, FORM_FAILED.title, ...Object.values(BAD_REQUEST)])
    dismissToast({ kind: 'error', title })
}

/**
 * Client middleware: no failed request replaces the page. A form gets a reply that says so, and keeps what was typed;
 * for a page, the present one stays, with a toast. Another press tries again.
 */
export const handleNetworkFailure: MiddlewareFunction<Results> = async ({ request }, next) => {
  const isForm = request.method !== 'GET'
  if (isForm) dismissFailures()
  pending += 1
  const results = await next().finally(() => {
    pending -= 1
  })
  const failed = Object.entries(results)
    .map(([id, result]) => [id, errorOf(result)] as const)
    .filter(([, error]) => error !== undefined)
  if (request.signal.aborted || failed.length === 0) return results
  if (isForm) {
    const isInOwnersRoom = new URL(request.url).pathname.startsWith('/admin')
    for (const [id, error] of failed) {
      const isGuarded = isRouteErrorResponse(error) && GUARD_REASONS.includes(error.data?.reason)
      if (!isInOwnersRoom || !isGuarded) results[id] = replyToFailed(error, isInOwnersRoom)
    }
    return results
  }
  if (!failed.some(([, error]) => error instanceof TypeError)) return results
  showNotice(OFFLINE)
  // With any result, React Router would replace the page.
  return new Promise(() => {})
}

/** Keeps a form that another page answers from being sent offline: the code of that page could not be loaded. */
export function blockWhenOffline(event: { preventDefault(): void }): void {
  if (navigator.onLine) return
  event.preventDefault()
  showNotice(NOT_SENT)
}

function onClick(event: MouseEvent): void {
  const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>('a[href]') : null
  if (link?.origin !== location.origin || (link.hash && link.pathname === location.pathname)) return
  // Without React Router, the browser follows the link.
  if (isCodeGone || !navigator.onLine) event.stopPropagation()
  if (!navigator.onLine) stayOffline(event)
}

function stayOffline(event: Event): void {
  if (navigator.onLine || event.defaultPrevented) return
  event.preventDefault()
  showNotice(OFFLINE)
}

/** React Router reloads the page, with all that was typed, when the code of another one cannot be loaded. */
function onNavigate(event: NavigateEvent): void {
  if (event.navigationType !== 'reload' || event.userInitiated) return
  event.preventDefault()
  isCodeGone = navigator.onLine
  // A prefetch is of no consequence.
  if (pending > 0) showNotice(FORM_FAILED)
}

/** Keeps the page where the next one, or a document that a form loads, cannot come. @returns ends this */
export function keepPage(): () => void {
  const stopped = new AbortController()
  const { signal } = stopped
  addEventListener('click', onClick, { capture: true, signal })
  addEventListener('submit', (event) => isCodeGone && event.stopPropagation(), { capture: true, signal })
  addEventListener('submit', stayOffline, { signal })
  // Not all browsers have it yet.
  const navigation: Navigation | undefined = window.navigation
  navigation?.addEventListener('navigate', onNavigate, { signal })
  return () => stopped.abort()
}
