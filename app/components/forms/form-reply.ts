import { type SubmitEvent, useEffect, useRef } from 'react'
import { data } from 'react-router'
import type { Notice } from '../../models/messages.ts'
import { NOT_SENT } from '../../models/page-messages.ts'
import { POPUP_STORAGE } from '../../models/popup.ts'
import type { FormReply } from '../../models/replies.ts'
import { dismissToast, showNotice } from '../page/notice-store.ts'
import { tryStorage } from '../page/storage.ts'

/** Stores that the visitor is subscribed, so that the popup is no longer shown. Spec: 3 Browser storage */
export function rememberSubscribed(): void {
  tryStorage(() => localStorage.setItem(POPUP_STORAGE.subscribed, 'true'))
}

/**
 * Shows the notice of a failure once. A success ends that of an earlier failure.
 * @param onSuccess shows the success
 */
export function useFormReply(reply: FormReply | undefined, onSuccess: (notice: Notice | null) => void): void {
  const handled = useRef<FormReply>(undefined)
  useEffect(() => {
    if (!reply || handled.current === reply) return
    handled.current = reply
    if (reply.ok) {
      dismissToast(NOT_SENT)
      onSuccess(reply.notice)
    } else if (reply.notice) showNotice(reply.notice)
  })
}

/** True when the submission failed as a whole; false for field errors only. */
export function hasFailed(reply: FormReply | undefined): boolean {
  return reply?.ok === false && reply.notice !== null
}

/** Clears all visible inputs, unlike `form.reset()`, which restores their default values. */
export function clearFields(form: HTMLFormElement | null): void {
  for (const field of form?.querySelectorAll<HTMLInputElement>('input:not([type="hidden"])') ?? [])
    field.value = ''
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
 * Runs the server action of a page. Where the request fails, the page stays, with a notice and what was typed. An error
 * status prevents a reload of the page's data.
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

/**
 * Runs the server action of a form. Without a valid response it returns a failed reply, so that the form with its
 * typed values remains, instead of an error page.
 */
export async function withFailureReply(send: () => Promise<FormReply>, failed: Notice): Promise<FormReply> {
  try {
    return await send()
  } catch (error) {
    return { ok: false, notice: failureNotice(error, failed), errors: {}, values: {} }
  }
}
