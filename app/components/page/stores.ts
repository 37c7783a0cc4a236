import { useSyncExternalStore } from 'react'
import type { Toast } from '#app/models/messages.ts'

/** A value outside React that any script can read and set. Components that use it are rendered again on a change. */
function createStore<State>(initial: State) {
  let state = initial
  const listeners = new Set<() => void>()
  const get = () => state
  function subscribe(listener: () => void): () => void {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }
  function set(next: Partial<State>): void {
    state = { ...state, ...next }
    for (const listener of listeners) listener()
  }
  return { get, set, use: () => useSyncExternalStore(subscribe, get, () => initial) }
}

export type ShownToast = {
  readonly id: number
  readonly toast: Toast
  /** The modal dialog whose live region announced it; null is the page. */
  readonly announcedIn: Element | null
}

const MAX_TOASTS = 4
const shown = createStore({
  toasts: [] as readonly ShownToast[],
  /** The modal dialog that was open when the last toast was added: everything outside it is inert. */
  host: null as Element | null,
  /** Whether the toasts that the document was rendered with have been replaced by later ones. */
  arePageToastsOutdated: false,
})
let nextId = 1

export const useToasts = shown.use

function findHost(): Element | null {
  const dialog = [...document.querySelectorAll('dialog:modal')].at(-1) ?? null
  dialog?.addEventListener('close', () => shown.set({ host: null }), { once: true })
  return dialog
}

/** Shows a toast, in place of the same one shown earlier. @returns its id, for `dismissToast` */
export function showToast(toast: Toast): number {
  const id = nextId++
  const host = findHost()
  const others = shown.get().toasts.filter((other) => other.toast !== toast)
  shown.set({ toasts: [...others, { id, toast, announcedIn: host }].slice(-MAX_TOASTS), host })
  return id
}

/** @param gone the id of a shown toast, or a toast that is no longer true, whether it came from here or from the server */
export function dismissToast(gone: number | Toast): void {
  const isGone = ({ id, toast }: ShownToast) =>
    typeof gone === 'number' ? id === gone : toast.title === gone.title && toast.text === gone.text
  shown.set({ toasts: shown.get().toasts.filter((other) => !isGone(other)) })
}

/** Dismisses all toasts: the cart drawer opens over them, and has its own. */
export function dismissToasts(): void {
  if (shown.get().toasts.length > 0) shown.set({ toasts: [] })
}

/** Hides the toasts at the top of the page, after a form on it has been submitted again without a navigation. */
export function hidePageToasts(): void {
  shown.set({ arePageToastsOutdated: true })
}

/** The cart drawer. */
const drawer = createStore({ isOpen: false })
/** Whether the drawer is on the screen: its code may load after `openDrawer` was called. */
let isShown = false
let resolvers: (() => void)[] = []

export const useDrawer = drawer.use

export function isDrawerOpen(): boolean {
  return drawer.get().isOpen
}

/** Opens the drawer. @returns resolves when it is shown or closed again */
export function openDrawer(): Promise<void> {
  drawer.set({ isOpen: true })
  return isShown ? Promise.resolve() : new Promise((resolve) => resolvers.push(resolve))
}

export function closeDrawer(): void {
  drawer.set({ isOpen: false })
  // A drawer that was not shown yet will not be shown for this call.
  if (!isShown) setDrawerShown(false)
}

/** Called by the drawer when it was shown or hidden. */
export function setDrawerShown(next: boolean): void {
  isShown = next
  for (const resolve of resolvers) resolve()
  resolvers = []
}
