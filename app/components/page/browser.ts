/** Runs a function that uses storage, which may be denied, full or invalid. @returns undefined when it throws */
export function tryStorage<T>(run: () => T): T | undefined {
  try {
    return run()
  } catch {
    return undefined
  }
}

/** Stores that the visitor is subscribed, so that the popup is no longer shown. Spec: 3 Browser storage */
export function rememberSubscribed(): void {
  tryStorage(() => localStorage.setItem('hasSubscribed', 'true'))
}

type Click = Pick<MouseEvent, 'button' | 'metaKey' | 'ctrlKey' | 'shiftKey' | 'altKey'>

/** A click with the main button and without modifier keys, which opens a link in this window. */
export function isPlainClick(click: Click): boolean {
  return !(click.button || click.metaKey || click.ctrlKey || click.shiftKey || click.altKey)
}
