import { useSyncExternalStore } from 'react'

const drawerListeners = new Set<() => void>()
let isOpen = false
let isShown = false
let added: string | null = null
let resolvers: (() => void)[] = []

function setOpen(next: boolean, line = added) {
  if (isOpen === next && added === line) return
  isOpen = next
  added = line
  for (const listener of drawerListeners) listener()
}

/**
 * Opens the cart drawer, for the line that was just added if any. @returns resolves when it is shown or closed again
 */
export function openDrawer(line: string | null = null): Promise<void> {
  setOpen(true, line)
  return isShown ? Promise.resolve() : new Promise((resolve) => resolvers.push(resolve))
}

export function closeDrawer(): void {
  setOpen(false)
  // If it has not been shown, it never will be.
  if (!isShown) setDrawerShown(false)
}

/** Called by the drawer when it was shown or hidden. */
export function setDrawerShown(next: boolean): void {
  isShown = next
  for (const resolve of resolvers) resolve()
  resolvers = []
}

export function isDrawerOpen(): boolean {
  return isOpen
}

export function subscribeToDrawer(listener: () => void): () => void {
  drawerListeners.add(listener)
  return () => drawerListeners.delete(listener)
}

/** Key of the cart line for which the drawer was opened last; null where it was opened for none. */
export function useAddedLine(): string | null {
  const getAdded = () => added
  return useSyncExternalStore(subscribeToDrawer, getAdded, getAdded)
}
