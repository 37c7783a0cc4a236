import { type RefObject, useState } from 'react'
import { flushSync } from 'react-dom'
import { useFetcher } from 'react-router'
import type { FormReply } from '../../models/replies.ts'
import { showNotice } from '../page/notice-store.ts'
import type { Sealed } from './form-parts.tsx'
import { clearFields, emailOf, hasFailed, rememberSubscribed, useFormReply } from './form-reply.ts'
import { useRestoredInput } from './use-restored-input.ts'

/**
 * A mailing-list or waitlist form: submitted by fetcher, and on success cleared and replaced by a plate.
 * @param posted the result of the action, after a submission without JavaScript
 * @param onDone removes the form on success; then a toast says so
 */
export function useJoinForm(
  form: RefObject<HTMLFormElement | null>,
  posted: FormReply | undefined,
  onDone?: () => void,
) {
  const [sealed, setSealed] = useState<Sealed | null>(null)
  const fetcher = useFetcher<FormReply>()
  const [submissionCount, setSubmissionCount] = useState(0)
  useFormReply(fetcher.data, (notice) => {
    rememberSubscribed()
    const email = form.current ? emailOf(form.current) : ''
    clearFields(form.current)
    setSubmissionCount((count) => count + 1)
    if (notice && onDone) showNotice(notice)
    else if (notice) setSealed({ notice, email })
    onDone?.()
  })
  useRestoredInput(form)
  const busy = fetcher.state !== 'idle'
  const reply = fetcher.data ?? posted
  return {
    Form: fetcher.Form,
    reply,
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
    busy,
    failed: !busy && hasFailed(fetcher.data),
  }
}
