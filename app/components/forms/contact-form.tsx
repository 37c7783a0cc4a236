import { getFormProps, parse, type SubmissionResult, useForm } from '@conform-to/react'
import { useMemo, useState } from 'react'
import { Link, useFetcher } from 'react-router'
import { CONTACT_SUBSCRIBE } from '../../models/consent-wording.ts'
import {
  CONTACT_FIELDS,
  CONTACT_LIMITS,
  CONTACT_SUBJECTS,
  type ContactField,
  type ContactSubmission,
  resolveContact,
} from '../../models/contact.ts'
import type { FormReply } from '../../models/form-reply.ts'
import { marketPath } from '../../models/market.ts'
import { fieldsToCheck } from '../../models/messages.ts'
import { useShop } from '../layout/use-shop.ts'
import { Button } from '../ui/button.tsx'
import { Checkbox, Field, Select, TextArea } from '../ui/field.tsx'
import { Icon } from '../ui/icon.tsx'
import { NoticeBox } from '../ui/notice.tsx'
import { FormGuard } from './form-guard.tsx'
import { rememberSubscribed, useFormReply } from './form-reply.ts'

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

/** What has to be put right, above the form, with a way to each field. */
function ErrorSummary({ wrong }: { wrong: readonly { label: string; id: string }[] }) {
  return (
    <div className="sumerr" role="alert">
      <Icon name="alert" />
      <b>{fieldsToCheck(wrong.length)}</b>
      <ul>
        {wrong.map(({ label, id }) => (
          <li key={id}>
            <a href={`#${id}`}>{label}</a>
          </li>
        ))}
      </ul>
    </div>
  )
}

/**
 * Writes to the shop. Checked when it is sent, then with every change; without JavaScript the server's reply says the
 * same. Spec: 2 Contact, 5 Contact form
 * @param posted what the action answered, where the browser itself sent the form
 */
export function ContactForm({ posted }: { posted?: FormReply | undefined }) {
  const { market } = useShop()
  const fetcher = useFetcher<FormReply>()
  const [turn, setTurn] = useState(0)
  const [typed, setTyped] = useState(0)
  const reply = fetcher.data ?? posted
  const lastResult = useMemo(() => resultOf(reply, reply === posted), [reply, posted])
  const [form, fields] = useForm<ContactSubmission>({
    id: 'contact',
    lastResult,
    shouldValidate: 'onSubmit',
    shouldRevalidate: 'onInput',
    onValidate: ({ formData }) => parse(formData, { resolve: resolveContact }),
  })
  useFormReply(fetcher.data, () => {
    if (fetcher.formData?.has('subscribeToMailingList')) rememberSubscribed()
    setTurn((count) => count + 1)
    setTyped(0)
  })
  const wrong = CONTACT_FIELDS.filter((name) => fields[name].errors)
  /** Where scripts are off, the keyboard starts at the first field to put right. */
  const bind = (name: ContactField) => ({
    id: fields[name].id,
    key: fields[name].key,
    name,
    label: LABELS[name],
    error: fields[name].errors,
    defaultValue: fields[name].initialValue,
    autoFocus: posted !== undefined && name === wrong[0],
    'aria-required': true,
  })
  const { key: nameKey, ...nameField } = bind('fullName')
  const { key: emailKey, ...emailField } = bind('email')
  const { key: subjectKey, ...subjectField } = bind('subject')
  const { key: messageKey, ...messageField } = bind('message')

  return (
    <fetcher.Form
      {...getFormProps(form)}
      className="plate panel"
      method="post"
      defaultShouldRevalidate={false}
      action={marketPath(market, '/contact')}
      aria-label="Send a message"
    >
      {wrong.length > 0 ? (
        <ErrorSummary wrong={wrong.map((name) => ({ label: LABELS[name], id: fields[name].id }))} />
      ) : null}
      {posted?.notice ? <NoticeBox notice={posted.notice} /> : null}
      <FormGuard renew={turn} />
      <div className="two">
        <Field key={nameKey} {...nameField} autoComplete="name" />
        <Field key={emailKey} {...emailField} type="email" autoComplete="email" />
      </div>
      <Select key={subjectKey} {...subjectField}>
        <option value="">Choose a subject</option>
        {CONTACT_SUBJECTS.map((subject) => (
          <option key={subject}>{subject}</option>
        ))}
      </Select>
      <div className="counted">
        <TextArea
          key={messageKey}
          {...messageField}
          hint={`An order number helps, if you have one. Up to ${CONTACT_LIMITS.message} characters.`}
          onInput={(event) => setTyped(event.currentTarget.value.length)}
        />
        {typed > 0 ? (
          <span className="n hint" aria-hidden="true">
            {typed} of {CONTACT_LIMITS.message}
          </span>
        ) : null}
      </div>
      <Checkbox
        key={fields.subscribeToMailingList.key}
        name="subscribeToMailingList"
        defaultChecked={fields.subscribeToMailingList.initialValue === 'on'}
        label={
          <>
            {CONTACT_SUBSCRIBE}. See our{' '}
            <Link to={marketPath(market, '/privacy-policy')} prefetch="intent">
              Privacy Policy
            </Link>
            .
          </>
        }
      />
      <div>
        <Button busy={fetcher.state !== 'idle'} busyLabel="Sending...">
          Send Message
        </Button>
      </div>
    </fetcher.Form>
  )
}
