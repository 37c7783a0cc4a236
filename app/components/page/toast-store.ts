import { useSyncExternalStore } from 'react'
import type { Toast } from '#app/models/messages.ts'

export type ShownToast = {
  readonly id: number
  readonly toast: Toast
  /** The modal dialog whose live region announced it; null is the page. */
  readonly announcedIn: Element | null
}
type ToastState = {
  readonly toasts: readonly ShownToast[]
  /** The modal dialog that was open when the last toast was added: everything outside it is inert. */
  readonly host: Element | null
  /** Whether the toasts that the document was rendered with have been replaced by later ones. */
  readonly arePageToastsOutdated: boolean
}

const EMPTY: ToastState = { toasts: [], host: null, arePageToastsOutdated: false }
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

/** Shows a toast, in place of the same one shown earlier. @returns its id, for `dismissToast` */
export function showToast(toast: Toast): number {
  const id = nextId++
  const host = findHost()
  const others = state.toasts.filter((shown) => shown.toast !== toast)
  const toasts = [...others, { id, toast, announcedIn: host }].slice(-MAX_TOASTS)
  update({ ...state, toasts, host })
  return id
}

/** Dismisses all toasts: the cart drawer opens over them, and has its own. */
export function dismissToasts(): void {
  if (state.toasts.length > 0) update({ ...state, toasts: [] })
}

/** Hides the toasts at the top of the page, after a form on it has been submitted again without a navigation. */
export function hidePageToasts(): void {
  update({ ...state, arePageToastsOutdated: true })
}

/** @param gone the id of a shown toast, or a toast that is no longer true, whether it came from here or from the server */
export function dismissToast(gone: number | Toast): void {
  const isGone = ({ id, toast }: ShownToast) =>
    typeof gone === 'number' ? id === gone : toast.title === gone.title && toast.text === gone.text
  update({ ...state, toasts: state.toasts.filter((shown) => !isGone(shown)) })
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
