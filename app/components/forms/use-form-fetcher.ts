import { type RefObject, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useFetcher } from 'react-router'
import type { Notice } from '#app/models/messages.ts'
import { failureOr } from '#app/models/page-messages.ts'
import { POPUP_STORAGE } from '#app/models/popup.ts'
import type { OldFormReply } from '#app/models/replies.ts'
import { dismissToast, showNotice } from '../page/notice-store.ts'
import { tryStorage } from '../page/storage.ts'
import { useRestoredInput } from './use-restored-input.ts'

/** Stores that the visitor is subscribed, so that the popup is no longer shown. Spec: 3 Browser storage */
export function rememberSubscribed(): void {
  tryStorage(() => localStorage.setItem(POPUP_STORAGE.subscribed, 'true'))
}

export function emailOf(form: HTMLFormElement): string {
  return String(new FormData(form).get('email') ?? '').trim()
}

/** A form that was sent: its message, and the address that was typed. */
export type Sealed = { readonly notice: Notice; readonly email: string }

/**
 * A public form that is submitted by a fetcher. The notice of a failure is shown once; a success ends it.
 * @param posted the result of the action, after a submission without JavaScript
 * @param failure what it says where the shop did not answer
 * @param onSuccess returns the typed address, for the plate that takes the form's place; null where none does
 */
export function useFormFetcher(
  form: RefObject<HTMLFormElement | null>,
  posted: OldFormReply | undefined,
  failure: Notice,
  onSuccess: (notice: Notice | null) => string | null,
) {
  const fetcher = useFetcher<OldFormReply>()
  const [sealed, setSealed] = useState<Sealed | null>(null)
  const [submissionCount, setSubmissionCount] = useState(0)
  const handled = useRef<OldFormReply>(undefined)
  useEffect(() => {
    const { data } = fetcher
    if (!data || handled.current === data) return
    handled.current = data
    dismissToast(failure)
    const { ok, notice } = data
    if (!ok) {
      if (notice) showNotice(failureOr(failure, notice))
      return
    }
    const email = onSuccess(notice)
    setSubmissionCount((count) => count + 1)
    if (notice && email !== null) setSealed({ notice, email })
  })
  const busy = fetcher.state !== 'idle'
  const reply = fetcher.data ?? posted
  return {
    Form: fetcher.Form,
    reply,
    busy,
    /** The last submission failed as a whole, not in some fields only. */
    failed: !busy && fetcher.data?.ok === false && fetcher.data.notice !== null,
    /** For `FormBody`. */
    state: {
      /** The notice after a submission without JavaScript; later ones are toasts. */
      notice: reply === posted ? posted?.notice : null,
      /** Number of successful submissions. */
      submissionCount,
      /** What the plate in place of the form says, or null. */
      sealed,
      /** Brings the form back, with the focus in it. */
      onAgain() {
        flushSync(() => setSealed(null))
        form.current?.querySelector<HTMLElement>('input:not([type=hidden], [tabindex])')?.focus()
      },
    },
  }
}

/**
 * A mailing-list or waitlist form, which is cleared on success.
 * @param onDone removes the form on success; then a toast says so
 */
export function useJoinForm(
  form: RefObject<HTMLFormElement | null>,
  posted: OldFormReply | undefined,
  failure: Notice,
  onDone?: () => void,
) {
  useRestoredInput(form)
  return useFormFetcher(form, posted, failure, (notice) => {
    rememberSubscribed()
    const email = form.current ? emailOf(form.current) : ''
    // Unlike `reset`, which restores what they had at first.
    for (const field of form.current?.querySelectorAll<HTMLInputElement>('input:not([type="hidden"])') ?? [])
      field.value = ''
    if (!onDone) return email
    if (notice) showNotice(notice)
    onDone()
    return null
  })
}
