import { POPUP_STORAGE } from '#app/models/popup.ts'

/** Runs what uses storage, which may be denied, full, or hold nonsense. @returns undefined when it fails */
export function tryStorage<T>(run: () => T): T | undefined {
  try {
    return run()
  } catch {
    return undefined
  }
}

/** Stores that the visitor is subscribed, so that the popup is no longer shown. Spec: 3 Browser storage */
export function rememberSubscribed(): void {
  tryStorage(() => localStorage.setItem(POPUP_STORAGE.subscribed, 'true'))
}
