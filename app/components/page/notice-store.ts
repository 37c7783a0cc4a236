import { useSyncExternalStore } from 'react'
import type { Notice } from '#app/models/messages.ts'

export type Toast = {
  readonly id: number
  readonly notice: Notice
  /** The modal dialog whose live region announced it; null is the page. */
  readonly announcedIn: Element | null
}
type ToastState = {
  readonly toasts: readonly Toast[]
  /** The modal dialog that was open when the last toast was added: everything outside it is inert. */
  readonly host: Element | null
  /** Whether the notices that the document was rendered with have been replaced by later ones. */
  readonly arePageNoticesOutdated: boolean
}

const EMPTY: ToastState = { toasts: [], host: null, arePageNoticesOutdated: false }
const MAX_TOASTS = 4

let state: ToastState = EMPTY
let nextId = 1
const listeners = new Set<() => void>()

function update(next: ToastState) {
  state = next
  for (const listener of listeners) listener()
}

function findHost(): Element | null {
  const dialog = [...document.querySelectorAll('dialog:modal')].at(-1) ?? null
  dialog?.addEventListener('close', () => update({ ...state, host: null }), { once: true })
  return dialog
}

/**
 * Shows a notice as a toast, in place of an earlier one with the same notice object. Only in the browser.
 * @returns its id, for `dismissToast`
 */
export function showNotice(notice: Notice): number {
  const id = nextId++
  const host = findHost()
  const others = state.toasts.filter((toast) => toast.notice !== notice)
  const toasts = [...others, { id, notice, announcedIn: host }].slice(-MAX_TOASTS)
  update({ ...state, toasts, host })
  return id
}

/** Dismisses all toasts: the cart drawer opens over them, and has its own. */
export function dismissToasts(): void {
  if (state.toasts.length > 0) update({ ...state, toasts: [] })
}

/** Hides the notices at the top of the page, after a form on it has been submitted again without a navigation. */
export function hidePageNotices(): void {
  update({ ...state, arePageNoticesOutdated: true })
}

/** @param gone the id of a toast, or a notice that is no longer true, whether it came from here or from the server */
export function dismissToast(gone: number | Notice): void {
  const isGone = ({ id, notice }: Toast) =>
    typeof gone === 'number' ? id === gone : notice.title === gone.title && notice.text === gone.text
  update({ ...state, toasts: state.toasts.filter((toast) => !isGone(toast)) })
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function getToasts(): ToastState {
  return state
}

export function useToasts(): ToastState {
  return useSyncExternalStore(subscribe, getToasts, () => EMPTY)
}
