import type { Notice } from '../../models/messages.ts'

export type Toast = {
  readonly id: number
  readonly notice: Notice
  /** The modal dialog in which it was read out; null is the page. */
  readonly saidIn: Element | null
}
export type ToastState = {
  readonly toasts: readonly Toast[]
  /** The modal dialog that lay over the page when the last toast came: what is outside it cannot be seen or heard. */
  readonly host: Element | null
  /** The answer that the page itself came with was given another since. */
  readonly isPageOutdated: boolean
}

const EMPTY: ToastState = { toasts: [], host: null, isPageOutdated: false }
const MOST_AT_ONCE = 4

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

/** Shows a message as a toast, from anywhere in the browser. @returns its id, for `dismissToast` */
export function showNotice(notice: Notice): number {
  const id = nextId++
  const host = findHost()
  const toasts = [...state.toasts, { id, notice, saidIn: host }].slice(-MOST_AT_ONCE)
  update({ ...state, toasts, host })
  return id
}

/** A form in the page was answered where it stands: what the page said at its top of an earlier try is over. */
export function outdatePage(): void {
  update({ ...state, isPageOutdated: true })
}

export function dismissToast(id: number): void {
  update({ ...state, toasts: state.toasts.filter((toast) => toast.id !== id) })
}

export function subscribeToToasts(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function currentToasts(): ToastState {
  return state
}

export function noToasts(): ToastState {
  return EMPTY
}
