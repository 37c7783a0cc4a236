import { type DataStrategyResult, data, isRouteErrorResponse, type MiddlewareFunction } from 'react-router'
import type { Notice } from '#app/models/messages.ts'
import {
  BACK_ONLINE,
  BAD_REQUEST,
  FORM_FAILED,
  NOT_SENT,
  OFFLINE,
  refusalText,
} from '#app/models/page-messages.ts'
import type { FormReply } from '#app/models/replies.ts'
import { dismissToast, showNotice } from './notice-store.ts'
import { tryStorage } from './storage.ts'

/** How often a lost server is tried again, ms. */
const RETRY_MS = 2_000
/** How long another document may take to come, ms. */
const LEAVE_MS = 10_000

/** The error of a request; undefined if there is none, or a redirect. */
function errorOf({ type, result }: DataStrategyResult): unknown {
  if (type !== 'error' || result instanceof Response) return undefined
  // React Router wraps the error of an action, as `data(error)` does.
  const isWrapped = result !== null && typeof result === 'object' && 'init' in result && 'data' in result
  return isWrapped ? result.data : result
}

/** Whether the network failed. */
const isLost = (result: DataStrategyResult): boolean => errorOf(result) instanceof TypeError

/** Whether the guard of the owner's room refused a form: its screen says why. */
function isRefusedByGuard(error: unknown): boolean {
  return isRouteErrorResponse(error) && ['signed-out', 'owner', 'backend'].includes(error.data?.reason)
}

/** Why a form got no answer, with the words of the shop where it has refused the form. */
function noticeOf(error: unknown): Notice {
  if (error instanceof TypeError) return NOT_SENT
  // What something else than the shop answered is a text.
  if (!isRouteErrorResponse(error) || error.status >= 500 || typeof error.data === 'string')
    return FORM_FAILED
  return { ...FORM_FAILED, title: refusalText(error.status, error.data?.reason) }
}

/** What a form gets in place of an answer. An error status prevents a reload of the page's data. */
function replyToFailed(error: unknown, isInOwnersRoom: boolean) {
  const notice = noticeOf(error)
  // Unlike the pages of a market, not all of the owner's room have a place for it.
  if (isInOwnersRoom) showNotice(notice)
  const reply: FormReply = { result: {}, notice }
  // `useAnswer` keeps what is shown.
  return data(isInOwnersRoom ? null : reply, { status: 503 })
}

async function untilReachable(signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const answer = await fetch('/healthz', { signal }).catch(() => null)
    if (answer?.ok) return
    await new Promise((resolve) => setTimeout(resolve, RETRY_MS))
  }
}

const LEAVING_FOR = 'leavingFor'

/** Address of the page that is being loaded. */
let destination: string | null = null
/** Whether a newer deployment has replaced the code of this page's links, so that they have to load documents. */
let isCodeGone = false

function goTo(target: string): void {
  queueMicrotask(() => location.assign(target))
}

/** When the browser was last about to leave this document, by `performance.now()`. */
let leftAt = Number.NEGATIVE_INFINITY

/** Number of forms that wait for an answer. */
let sending = 0

type Results = Record<string, DataStrategyResult>

/** Takes back what was said of an earlier form. */
export function dismissFailures(): void {
  for (const title of [NOT_SENT.title, FORM_FAILED.title, ...Object.values(BAD_REQUEST)])
    dismissToast({ kind: 'error', title })
}

async function sendForm(request: Request, next: () => Promise<Results>): Promise<Results> {
  dismissFailures()
  sending += 1
  const results = await next().finally(() => {
    sending -= 1
  })
  if (request.signal.aborted) return results
  const isInOwnersRoom = new URL(request.url).pathname.startsWith('/admin')
  const failed = Object.entries(results).flatMap(([id, result]): [string, DataStrategyResult][] => {
    const error = errorOf(result)
    if (error === undefined || (isInOwnersRoom && isRefusedByGuard(error))) return []
    return [[id, { type: 'data', result: replyToFailed(error, isInOwnersRoom) }]]
  })
  return { ...results, ...Object.fromEntries(failed) }
}

/**
 * Client middleware: no failed request replaces the page. A form gets a reply that says so, and keeps what was typed;
 * a page that was asked for is loaded as soon as the shop can be reached again, unless the visitor goes elsewhere.
 */
export const keepPage: MiddlewareFunction<Results> = async ({ request }, next) => {
  if (request.method !== 'GET') return sendForm(request, next)
  const results = await next()
  if (request.signal.aborted || !Object.values(results).some(isLost)) return results
  // Safari ends the requests of a document as soon as another one is asked for, which is where the visitor goes.
  if (performance.now() - leftAt < LEAVE_MS) await new Promise((resolve) => setTimeout(resolve, LEAVE_MS))
  if (request.signal.aborted) return results
  showNotice(OFFLINE)
  await untilReachable(request.signal)
  if (!request.signal.aborted) location.assign(request.url)
  // This document is about to be left.
  return new Promise(() => {})
}

/**
 * Keeps a form that another page answers from being sent while the browser is offline: the code of that page, without
 * which no reply is shown, could not be loaded.
 */
export function blockWhenOffline(event: { preventDefault(): void }): void {
  if (navigator.onLine) return
  event.preventDefault()
  showNotice(NOT_SENT)
}

/**
 * A click on a link of the shop while the browser is offline keeps the page, and says so; the last one is followed
 * when the connection is back.
 * @returns ends this
 */
export function keepPageOffline(): () => void {
  let clicked: HTMLAnchorElement | null = null
  let submitted: HTMLFormElement | null = null
  function onClick(event: MouseEvent): void {
    const link = event.target instanceof Element ? event.target.closest('a[href]') : null
    clicked = null
    if (navigator.onLine || !(link instanceof HTMLAnchorElement)) return
    if (link.origin !== location.origin || (link.hash && link.pathname === location.pathname)) return
    event.preventDefault()
    event.stopPropagation()
    clicked = link
    showNotice(OFFLINE)
  }
  /** Forms that load a document, such as that of the stores: the browser's own page would replace this one. */
  function onSubmit(event: SubmitEvent): void {
    if (event.target instanceof HTMLFormElement) submitted = event.target
    if (navigator.onLine || event.defaultPrevented) return
    event.preventDefault()
    showNotice(OFFLINE)
  }
  /**
   * React Router reloads the page when the code of a page that it prefetches or opens, or that a form is sent to, cannot
   * be loaded. A reload would lose what was typed: the page that was asked for is loaded as a document instead, the form
   * is submitted as one, and a prefetch is of no consequence.
   */
  function onNavigate(event: NavigateEvent): void {
    if (event.navigationType !== 'reload' || event.userInitiated) return
    event.preventDefault()
    if (!navigator.onLine) return
    const form = sending > 0 ? submitted : null
    if (form) queueMicrotask(() => form.submit())
    else if (destination) goTo(destination)
    else isCodeGone = true
  }
  function onLeave(): void {
    leftAt = performance.now()
  }
  const stopped = new AbortController()
  const { signal } = stopped
  async function onOnline(): Promise<void> {
    // A browser says that it is online before the shop can be reached.
    await untilReachable(signal)
    if (clicked === null || signal.aborted) return
    showNotice(BACK_ONLINE)
    clicked.click()
  }
  document.addEventListener('click', onClick, { capture: true, signal })
  addEventListener('submit', onSubmit, { signal })
  addEventListener('online', onOnline, { signal })
  addEventListener('beforeunload', onLeave, { signal })
  // Not all browsers have it yet.
  const navigation: Navigation | undefined = window.navigation
  navigation?.addEventListener('navigate', onNavigate, { signal })
  return () => stopped.abort()
}

/**
 * After a deployment the code of the next page may be gone; React Router then reloads the present one. Notes where
 * the visitor is going, so that the visit goes on there; by a reload in browsers that cannot replace it.
 * @param target address of the page that is being loaded; null when none is
 */
export function noteDestination(target: string | null): void {
  destination = target
  if (isCodeGone && target !== null) goTo(target)
  // Where storage is denied, the visitor clicks again.
  tryStorage(() => {
    if (target === null) sessionStorage.removeItem(LEAVING_FOR)
    else sessionStorage.setItem(LEAVING_FOR, target)
  })
}

/** Goes on to the page that the visitor was going to when this document was reloaded. */
export function goOnToDestination(): void {
  tryStorage(() => {
    const [entry] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
    const target = sessionStorage.getItem(LEAVING_FOR)
    sessionStorage.removeItem(LEAVING_FOR)
    if (target?.startsWith('/') && entry?.type === 'reload') location.replace(target)
  })
}
