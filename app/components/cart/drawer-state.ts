const listeners = new Set<() => void>()
let isOpen = false
let isShown = false
let resolvers: (() => void)[] = []

function setOpen(next: boolean) {
  if (isOpen === next) return
  isOpen = next
  for (const listener of listeners) listener()
}

/**
 * Opens the cart drawer.
 * @returns resolves when it is shown, so that a toast can be placed above it
 */
export function openDrawer(): Promise<void> {
  setOpen(true)
  return isShown ? Promise.resolve() : new Promise((resolve) => resolvers.push(resolve))
}

export function closeDrawer(): void {
  setOpen(false)
}

/** Called by the drawer when it was shown or hidden. */
export function setDrawerShown(shown: boolean): void {
  isShown = shown
  for (const resolve of resolvers) resolve()
  resolvers = []
}

export function subscribeToDrawer(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function isDrawerOpen(): boolean {
  return isOpen
}
