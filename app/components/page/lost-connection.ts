import type { DataStrategyResult, MiddlewareFunction } from 'react-router'
import { BACK_ONLINE, NOT_SENT, OFFLINE } from '../../models/page-messages.ts'
import type { FormReply } from '../../models/replies.ts'
import { showNotice } from './notice-store.ts'
import { tryStorage } from './storage.ts'

/** How often a lost server is tried again, ms. */
const RETRY_MS = 2_000

/** Whether a request got no answer of the shop: the network failed, or something else, such as a proxy, answered. */
function isLost({ type, result }: DataStrategyResult): boolean {
  // React Router wraps the error of an action, as `data(error)` does.
  const error = result !== null && typeof result === 'object' && 'data' in result ? result.data : result
  return type === 'error' && error instanceof TypeError
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

/** Number of forms that wait for an answer. */
let sending = 0

/**
 * Client middleware: no lost request replaces the page. A form gets a reply that says so, and keeps what was typed;
 * a page that was asked for is loaded as soon as the shop can be reached again, unless the visitor goes elsewhere.
 */
export const keepPage: MiddlewareFunction<Record<string, DataStrategyResult>> = async ({ request }, next) => {
  const isForm = request.method !== 'GET'
  if (isForm) sending += 1
  const results = await next().finally(() => {
    if (isForm) sending -= 1
  })
  const lost = Object.entries(results).filter(([, result]) => isLost(result))
  if (lost.length === 0 || request.signal.aborted) return results
  if (isForm) {
    // The owner's room says itself that it cannot be reached.
    if (new URL(request.url).pathname.startsWith('/admin')) return results
    const reply: FormReply = { ok: false, notice: NOT_SENT, errors: {}, values: {} }
    const replies = lost.map(([id]): [string, DataStrategyResult] => [id, { type: 'data', result: reply }])
    return { ...results, ...Object.fromEntries(replies) }
  }
  showNotice(OFFLINE)
  await untilReachable(request.signal)
  if (!request.signal.aborted) location.assign(request.url)
  // This document is about to be left.
  return new Promise(() => {})
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
