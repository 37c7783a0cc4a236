import { parse, type SubmissionResult, useForm } from '@conform-to/react'
import { type SubmitEvent, useMemo, useRef, useState } from 'react'
import { useFetcher, useSearchParams } from 'react-router'
import {
  CONTACT_FIELDS,
  type ContactField,
  type ContactSubmission,
  hasTypedText,
  resolveContact,
  subjectOf,
} from '../../models/contact.ts'
import type { FormReply } from '../../models/form-reply.ts'
import { emailOf, hasFailed, rememberSubscribed, useFormReply } from './form-reply.ts'

const LABELS: Record<ContactField, string> = {
  fullName: 'Name',
  email: 'Email',
  subject: 'Subject',
  message: 'Message',
}

/** A reply in the form library's terms: it puts values back, shows errors and goes to the first, or empties the form. */
function resultOf(reply: FormReply | undefined, isFromPage: boolean): SubmissionResult | undefined {
  if (!reply) return undefined
  if (reply.ok) return { initialValue: null }
  const wrong = Object.entries(reply.errors)
  if (wrong.length === 0 && !isFromPage) return undefined
  return {
    status: 'error',
    initialValue: { ...reply.values },
    error: Object.fromEntries(wrong.map(([field, message]) => [field, [message]])),
    state: { validated: Object.fromEntries(CONTACT_FIELDS.map((field) => [field, true])) },
    fields: [...CONTACT_FIELDS],
  }
}

/**
 * The contact form's state: checked when it is sent, then with every change, by the rules the server has.
 * @param posted what the action answered, where the browser itself sent the form
 */
export function useContactForm(posted: FormReply | undefined) {
  const fetcher = useFetcher<FormReply>()
  const [params] = useSearchParams()
  const sent = useRef({ wantsNews: false, email: '' })
  const [turn, setTurn] = useState(0)
  const [answerTo, setAnswerTo] = useState<string | null>(null)
  const [isWritten, setIsWritten] = useState(
    posted !== undefined && hasTypedText((name) => posted.values[name]),
  )
  const reply = fetcher.data ?? posted
  const lastResult = useMemo(() => resultOf(reply, reply === posted), [reply, posted])
  const [form, fields] = useForm<ContactSubmission>({
    id: 'contact',
    lastResult,
    defaultValue: { subject: subjectOf(params.get('subject')) },
    shouldValidate: 'onSubmit',
    shouldRevalidate: 'onInput',
    onValidate: ({ formData }) => parse(formData, { resolve: resolveContact }),
  })
  useFormReply(fetcher.data, () => {
    if (sent.current.wantsNews) rememberSubscribed()
    setTurn((count) => count + 1)
    setAnswerTo(sent.current.email)
  })
  const wrong = CONTACT_FIELDS.filter((name) => fields[name].errors)

  return {
    Form: fetcher.Form,
    form,
    fields,
    busy: fetcher.state !== 'idle',
    /** What the page itself says of the form; a later answer within the page takes its place, as a toast. */
    notice: reply === posted ? posted?.notice : null,
    /** Which submission this is, counted from 0. */
    turn,
    /** Where the answer to the message that went out goes, or null. */
    answerTo,
    failed: fetcher.state === 'idle' && hasFailed(fetcher.data),
    /** Whether the last try held anything that somebody wrote. */
    isWritten,
    /** The fields to put right. */
    wrong: wrong.map((name) => ({ id: fields[name].id, label: LABELS[name] })),
    /** What ties a control to its field. Where scripts are off, the keyboard starts at the first to put right. */
    bind: (name: ContactField) => ({
      id: fields[name].id,
      name,
      label: LABELS[name],
      error: fields[name].errors,
      defaultValue: fields[name].initialValue ?? '',
      autoFocus: posted !== undefined && name === wrong[0],
      'aria-required': true,
    }),
    onSubmit(event: SubmitEvent<HTMLFormElement>) {
      const typed = new FormData(event.currentTarget)
      setIsWritten(hasTypedText((name) => typed.get(name)))
      sent.current = { wantsNews: typed.has('subscribeToMailingList'), email: emailOf(event.currentTarget) }
      setAnswerTo(null)
      form.onSubmit(event)
    },
  }
}
