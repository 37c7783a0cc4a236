import { parse, type SubmissionResult, useForm } from '@conform-to/react'
import { type RefObject, type SubmitEvent, useMemo, useRef, useState } from 'react'
import { useSearchParams } from 'react-router'
import {
  CONTACT_FIELDS,
  type ContactField,
  type ContactSubmission,
  hasTypedText,
  resolveContact,
} from '#app/models/contact.ts'
import { subjectOf } from '#app/models/contact-subject.ts'
import { CONTACT_FAILED } from '#app/models/form-messages.ts'
import type { OldFormReply } from '#app/models/replies.ts'
import { emailOf, rememberSubscribed, useFormFetcher } from './use-form-fetcher.ts'
import { useRestoredInput } from './use-restored-input.ts'

const LABELS: Record<ContactField, string> = {
  fullName: 'Name',
  email: 'Email',
  subject: 'Subject',
  message: 'Message',
}

/** The reply for `@conform-to/react`, which restores values and focuses the first error, or resets the form. */
function toSubmissionResult(
  reply: OldFormReply | undefined,
  isFromPage: boolean,
): SubmissionResult | undefined {
  if (!reply) return undefined
  if (reply.ok) return { initialValue: null }
  const errors = Object.entries(reply.errors)
  if (errors.length === 0 && !isFromPage) return undefined
  return {
    status: 'error',
    initialValue: { ...reply.values },
    error: Object.fromEntries(errors.map(([field, message]) => [field, [message]])),
    state: { validated: Object.fromEntries(CONTACT_FIELDS.map((field) => [field, true])) },
    fields: [...CONTACT_FIELDS],
  }
}

/**
 * The state of the contact form: validated on submission, then on every input, by the rules of the server.
 * @param posted the result of the action, after a submission without JavaScript
 */
export function useContactForm(element: RefObject<HTMLFormElement | null>, posted: OldFormReply | undefined) {
  const [params] = useSearchParams()
  const sent = useRef({ wantsNews: false, email: '' })
  const { reply, ...sending } = useFormFetcher(element, posted, CONTACT_FAILED, () => {
    if (sent.current.wantsNews) rememberSubscribed()
    return sent.current.email
  })
  const [isWritten, setIsWritten] = useState(
    posted !== undefined && hasTypedText((name) => posted.values[name]),
  )
  const lastResult = useMemo(() => toSubmissionResult(reply, reply === posted), [reply, posted])
  const [form, fields] = useForm<ContactSubmission>({
    id: 'contact',
    lastResult,
    defaultValue: { subject: subjectOf(params.get('subject')) },
    shouldValidate: 'onSubmit',
    shouldRevalidate: 'onInput',
    onValidate: ({ formData }) => parse(formData, { resolve: resolveContact }),
  })
  // After `useForm`, whose listeners hear of what is restored.
  useRestoredInput(element)
  const wrong = CONTACT_FIELDS.filter((name) => fields[name].errors)

  return {
    ...sending,
    form,
    fields,
    /** True when the last submission had typed text. */
    isWritten,
    /** The invalid fields. */
    wrong: wrong.map((name) => ({ id: fields[name].id, label: LABELS[name] })),
    /** Props of a field. Without JavaScript, the first invalid field has the focus. */
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
      form.onSubmit(event)
    },
  }
}
