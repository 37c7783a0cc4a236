import { type RefObject, useState } from 'react'
import { useFetcher } from 'react-router'
import type { FormReply } from '../../models/form-reply.ts'
import { clearFields, emailOf, hasFailed, rememberSubscribed, useFormReply } from './form-reply.ts'

/** A form that puts somebody on a list: sent within the page, and emptied when it went through. */
export function useJoinForm(form: RefObject<HTMLFormElement | null>, onDone?: () => void) {
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
  const busy = fetcher.state !== 'idle'
  return {
    Form: fetcher.Form,
    reply: fetcher.data,
    /** Which submission this is, counted from 0. */
    turn,
    /** The address that was put on the list last, or null. */
    joined,
    busy,
    failed: !busy && hasFailed(fetcher.data),
  }
}
