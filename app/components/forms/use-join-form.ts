import { type RefObject, useState } from 'react'
import { useFetcher } from 'react-router'
import type { FormReply } from '../../models/replies.ts'
import { clearFields, emailOf, hasFailed, rememberSubscribed, useFormReply } from './form-reply.ts'
import { useRestoredInput } from './use-restored-input.ts'

/**
 * A mailing-list or waitlist form: submitted by fetcher, and cleared on success.
 * @param posted the result of the action, after a submission without JavaScript
 */
export function useJoinForm(
  form: RefObject<HTMLFormElement | null>,
  posted: FormReply | undefined,
  onDone?: () => void,
) {
  const fetcher = useFetcher<FormReply>()
  const [submissionCount, setSubmissionCount] = useState(0)
  const [joined, setJoined] = useState<string | null>(null)
  useFormReply(fetcher.data, () => {
    rememberSubscribed()
    setJoined(form.current && emailOf(form.current))
    clearFields(form.current)
    setSubmissionCount((count) => count + 1)
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
    /** The email address that was added last, or null. */
    joined: reply?.ok ? joined : null,
    busy,
    failed: !busy && hasFailed(fetcher.data),
  }
}
