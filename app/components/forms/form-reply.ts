import type { SubmitEvent } from 'react'
import { data } from 'react-router'
import type { Notice } from '../../models/messages.ts'
import { NOT_SENT } from '../../models/page-messages.ts'
import { POPUP_STORAGE } from '../../models/popup.ts'
import { showNotice } from '../page/notice-store.ts'
import { tryStorage } from '../page/storage.ts'

/** Stores that the visitor is subscribed, so that the popup is no longer shown. Spec: 3 Browser storage */
export function rememberSubscribed(): void {
  tryStorage(() => localStorage.setItem(POPUP_STORAGE.subscribed, 'true'))
}

export function emailOf(form: HTMLFormElement): string {
  return String(new FormData(form).get('email') ?? '').trim()
}

/**
 * Prevents the submission of a form while the browser is offline: scripts that handle a failure could not be loaded.
 * @returns whether it was prevented
 */
export function blockWhenOffline(event: SubmitEvent<HTMLFormElement>): boolean {
  if (navigator.onLine) return false
  event.preventDefault()
  showNotice(NOT_SENT)
  return true
}

/**
 * The notice for a request without a valid response: it failed, or was answered by something else, such as a proxy.
 * @throws Response if the shop itself has thrown one
 */
function failureNotice(error: unknown, failed: Notice): Notice {
  if (error instanceof Response) throw error
  return error instanceof TypeError || !navigator.onLine ? NOT_SENT : failed
}

/**
 * Runs the server action of a page. Without a valid response the page stays, with a notice and what was typed, or the
 * rest of what the action replies. An error status prevents a reload of the page's data.
 */
export function keepOnFailure<Reply, Typed extends object>(
  send: () => Promise<Reply>,
  failed: Notice,
  typed: Typed,
) {
  return send().catch((error: unknown) =>
    data({ notice: failureNotice(error, failed), ...typed }, { status: 503 }),
  )
}
