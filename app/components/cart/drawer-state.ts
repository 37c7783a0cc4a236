const listeners = new Set<() => void>()
let isOpen = false
let isShown = false
let waiting: (() => void)[] = []

function set(next: boolean) {
  if (isOpen === next) return
  isOpen = next
  for (const listener of listeners) listener()
}

/**
 * Opens the cart drawer, from anywhere in the browser.
 * @returns resolves once it is on the screen, so that a message can be put over it instead of under it
 */
export function openDrawer(): Promise<void> {
  set(true)
  return isShown ? Promise.resolve() : new Promise((resolve) => waiting.push(resolve))
}

export function closeDrawer(): void {
  set(false)
}

/** The drawer says that it has appeared or gone. */
export function setDrawerShown(shown: boolean): void {
  isShown = shown
  for (const go of waiting) go()
  waiting = []
}

export function subscribeToDrawer(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function isDrawerOpen(): boolean {
  return isOpen
}
