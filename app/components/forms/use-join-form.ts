import { type RefObject, useState } from 'react'
import { useFetcher } from 'react-router'
import type { FormReply } from '../../models/form-reply.ts'
import { clearFields, emailOf, hasFailed, rememberSubscribed, useFormReply } from './form-reply.ts'
import { useKeptTyping } from './use-kept-typing.ts'

/**
 * A form that puts somebody on a list: sent within the page, and emptied when it went through.
 * @param posted what the action answered, where the browser itself sent the form before
 */
export function useJoinForm(
  form: RefObject<HTMLFormElement | null>,
  posted: FormReply | undefined,
  onDone?: () => void,
) {
  const fetcher = useFetcher<FormReply>()
  const [turn, setTurn] = useState(0)
  const [joined, setJoined] = useState<string | null>(null)
  useFormReply(fetcher.data, () => {
    rememberSubscribed()
    setJoined(form.current && emailOf(form.current))
    clearFields(form.current)
    setTurn((count) => count + 1)
    onDone?.()
  })
  useKeptTyping(form)
  const busy = fetcher.state !== 'idle'
  const reply = fetcher.data ?? posted
  return {
    Form: fetcher.Form,
    reply,
    /** What the page itself says of the form; a later answer within the page takes its place, as a toast. */
    notice: reply === posted ? posted?.notice : null,
    /** Which submission this is, counted from 0. */
    turn,
    /** The address that the last try put on the list, or null. */
    joined: reply?.ok ? joined : null,
    busy,
    failed: !busy && hasFailed(fetcher.data),
  }
}
