const listeners = new Set<() => void>()
let isOpen = false
let isShown = false
let added: string | null = null
let waiting: (() => void)[] = []

function set(next: boolean, line = added) {
  if (isOpen === next && added === line) return
  isOpen = next
  added = line
  for (const listener of listeners) listener()
}

/**
 * Opens the cart drawer, from anywhere in the browser.
 * @param line key of the cart line that was just added, if it opens because of one
 * @returns resolves once it is on the screen, so that a message can be put over it instead of under it
 */
export function openDrawer(line: string | null = null): Promise<void> {
  set(true, line)
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

/** Key of the cart line for which the drawer was opened last; null where it was opened for none. */
export function addedLine(): string | null {
  return added
}
