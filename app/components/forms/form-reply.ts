import { POPUP_STORAGE } from '../../models/popup.ts'
import { tryStorage } from '../page/storage.ts'

/** Stores that the visitor is subscribed, so that the popup is no longer shown. Spec: 3 Browser storage */
export function rememberSubscribed(): void {
  tryStorage(() => localStorage.setItem(POPUP_STORAGE.subscribed, 'true'))
}

export function emailOf(form: HTMLFormElement): string {
  return String(new FormData(form).get('email') ?? '').trim()
}
