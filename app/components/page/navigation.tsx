import type { ReactNode } from 'react'
import { useEffect, useRef, useState } from 'react'
import {
  type DataStrategyResult,
  data,
  isRouteErrorResponse,
  type MiddlewareFunction,
  useLocation,
  useNavigation,
} from 'react-router'
import type { Market } from '#app/models/market.ts'
import { failure, LONG_TOAST_MS, longInfo, type Toast } from '#app/models/messages.ts'
import { BAD_REQUEST, FORM_FAILED, refusalText } from '#app/models/page-messages.ts'
import type { FormReply } from '#app/models/replies.ts'
import { Spinner } from '../ui/button.tsx'
import { dismissToast, showToast } from './stores.ts'

/** Lets a held Enter act once, except in texts. On an Add button it would close the drawer, add again, and so on. */
function ignoreHeldEnter(event: KeyboardEvent): void {
  if (event.repeat && event.key === 'Enter' && !(event.target instanceof HTMLTextAreaElement))
    event.preventDefault()
}

/** Announces the title of the next page and moves the focus to its content, as a new document would. */
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
          className="fixed bottom-5 left-1/2 z-60 flex [translate:-50%] items-center gap-2.5 rounded-board bg-soot px-5 py-3 text-sm"
        >
          <Spinner /> Loading product...
        </p>
      ) : null}
    </div>
  )
}

let tellHydrated = () => {}
/** Fulfilled when `Hydrated` first marks the document. */
export const hydrated = new Promise<void>((resolve) => {
  tellHydrated = resolve
})

/** Marks the document once everything before this component is hydrated. */
export function Hydrated() {
  useEffect(() => {
    document.documentElement.dataset.hydrated = ''
    tellHydrated()
    performance.mark('hydrated')
  }, [])
  return null
}

/** A page was requested without a connection. */
const OFFLINE = longInfo(
  'You are offline',
  'The shop needs a connection for this. What you see may be a little old. Your cart is kept on this device.',
)

const NOT_SENT: Toast = {
  ...failure('This was not sent, because the connection is gone. What you wrote is still here.'),
  durationMs: LONG_TOAST_MS,
}

type Results = Record<string, DataStrategyResult>

/** How many requests for pages and forms are in progress. */
let pending = 0
/** Whether code could not be loaded, as after a deployment: links and forms load documents from then on. */
let isCodeGone = false

/** The toast for a request that failed or was refused; null for an answer, and for a failure that has its own screen. */
function failureOf({ type, result }: DataStrategyResult) {
  if (type !== 'error' || result instanceof Response) return null
  // React Router wraps the error of an action.
  const { data: wrapped } = Object(result)
  const error = wrapped instanceof Error || isRouteErrorResponse(wrapped) ? wrapped : result
  if (error instanceof TypeError) return NOT_SENT
  if (!isRouteErrorResponse(error)) return FORM_FAILED
  const { status, data } = error
  // The admin's sign-in screen handles these.
  if (['anonymous', 'not-owner'].includes(data?.reason)) return null
  // A text comes from a proxy, not from the shop.
  if (status >= 500 || typeof data === 'string') return FORM_FAILED
  return { ...FORM_FAILED, title: refusalText(status, data?.reason) }
}

export function dismissFailures(): void {
  for (const title of [NOT_SENT.title, FORM_FAILED.title, ...Object.values(BAD_REQUEST)])
    dismissToast({ kind: 'error', title })
}

/** Client middleware: no failed request replaces the page or what was typed. Another press tries again. */
export const handleNetworkFailure: MiddlewareFunction<Results> = async ({ request }, next) => {
  const isForm = request.method !== 'GET'
  if (isForm) dismissFailures()
  pending += 1
  const results = await next().finally(() => (pending -= 1))
  if (request.signal.aborted) return results
  const isAdmin = new URL(request.url).pathname.startsWith('/admin')
  for (const [id, result] of Object.entries(results)) {
    const toast = failureOf(result)
    if (toast && isForm) {
      // Not all forms of the admin can show it, so it is a toast; `useAnswer` keeps the page.
      if (isAdmin) showToast(toast)
      const reply: FormReply | null = isAdmin ? null : { result: {}, toast }
      // An error status prevents a reload of the page's data.
      results[id] = { type: 'data', result: data(reply, { status: 503 }) }
    } else if (toast === NOT_SENT) {
      showToast(OFFLINE)
      // Any result would make React Router replace the page.
      return new Promise(() => {})
    }
  }
  return results
}

function stayOffline(event: Event): void {
  if (navigator.onLine || event.defaultPrevented) return
  event.preventDefault()
  showToast(OFFLINE)
}

/** Runs before React Router's listeners. Once code is gone, the browser itself follows links and sends forms. */
function onPress(event: Event): void {
  const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>('a[href]') : null
  const leads = link?.origin === location.origin && !(link.hash && link.pathname === location.pathname)
  if (isCodeGone ? !leads && event.type === 'click' : !leads || navigator.onLine) return
  event.stopPropagation()
  stayOffline(event)
}

/** Prevents a reload, which would lose all typed text: React Router reloads when the code of a page cannot be loaded. */
function onNavigate(event: NavigateEvent): void {
  if (event.navigationType !== 'reload' || event.userInitiated) return
  event.preventDefault()
  isCodeGone = navigator.onLine
  // Nothing to say if only a prefetch failed.
  if (pending > 0) showToast(FORM_FAILED)
}

/** Keeps the page when the next page or document cannot be loaded. Calling it again has no effect. */
function keepPageOnFailure(): void {
  for (const type of ['click', 'submit']) addEventListener(type, onPress, { capture: true })
  addEventListener('submit', stayOffline)
  // Not all browsers have it yet.
  window.navigation?.addEventListener('navigate', onNavigate)
}

/** A form around a button that chooses a store. It leads back to `returnTo` if that page is the store's. Spec: 4 Market */
export function MarketForm(props: { market: Market; returnTo?: string; children: ReactNode }) {
  const { market, returnTo, children } = props
  return (
    <form method="post" action="/market">
      <input type="hidden" name="market" value={market} />
      {returnTo ? <input type="hidden" name="returnTo" value={returnTo} /> : null}
      {children}
    </form>
  )
}
