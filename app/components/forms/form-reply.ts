import { type SubmitEvent, useEffect, useRef } from 'react'
import type { FormReply } from '../../models/form-reply.ts'
import type { Notice } from '../../models/messages.ts'
import { NOT_SENT } from '../../models/page-messages.ts'
import { POPUP_STORAGE } from '../../models/popup.ts'
import { showNotice } from '../layout/notice-store.ts'

/** Keeps in this browser that its visitor is on the mailing list, so that nothing asks again. Spec: 3 Browser storage */
export function rememberSubscribed(): void {
  try {
    localStorage.setItem(POPUP_STORAGE.subscribed, 'true')
  } catch {
    // Storage may be forbidden; then the popup may ask once more.
  }
}

/** Says a form's reply once, after `onSuccess` where it went through. */
export function useFormReply(reply: FormReply | undefined, onSuccess: () => void): void {
  const said = useRef<FormReply>(undefined)
  useEffect(() => {
    if (!reply || said.current === reply) return
    said.current = reply
    if (reply.ok) onSuccess()
    if (reply.notice) showNotice(reply.notice)
  })
}

/** Whether the last try came to nothing; wrong fields are told apart, each in its place. */
export function hasFailed(reply: FormReply | undefined): boolean {
  return reply?.ok === false && reply.notice !== null
}

/** Empties what a person filled in, whatever the fields held when the page came. */
export function clearFields(form: HTMLFormElement | null): void {
  for (const field of form?.querySelectorAll<HTMLInputElement>('.in') ?? []) field.value = ''
}

/** The address that stands in a form. */
export function emailOf(form: HTMLFormElement): string {
  return String(new FormData(form).get('email') ?? '').trim()
}

/**
 * Keeps a form from being sent when the browser knows that there is no connection: even the script that would tell
 * could not be fetched.
 * @returns whether it was kept
 */
export function keepOffline(event: SubmitEvent<HTMLFormElement>): boolean {
  if (navigator.onLine) return false
  event.preventDefault()
  showNotice(NOT_SENT)
  return true
}

/**
 * Why a form's answer never came, or came from elsewhere (a proxy, a page), in words for its visitor. Answers of the shop
 * itself are thrown on.
 */
export function whyUnanswered(error: unknown, failed: Notice): Notice {
  if (error instanceof Response) throw error
  return error instanceof TypeError || !navigator.onLine ? NOT_SENT : failed
}

/**
 * Runs an action for a form in the page. When no answer of the shop comes, the visitor is told and keeps what was typed,
 * instead of getting an error page in place of the form.
 */
export async function keepTyped(send: () => Promise<FormReply>, failed: Notice): Promise<FormReply> {
  try {
    return await send()
  } catch (error) {
    return { ok: false, notice: whyUnanswered(error, failed), errors: {}, values: {} }
  }
}
