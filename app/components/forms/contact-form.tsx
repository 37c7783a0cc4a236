import { getFormProps } from '@conform-to/react'
import { type ComponentProps, useRef, useState } from 'react'
import { Link } from 'react-router'
import { CONTACT_SUBSCRIBE } from '#app/models/consent-wording.ts'
import { CONTACT_LIMITS } from '#app/models/contact.ts'
import { CONTACT_SUBJECTS } from '#app/models/contact-subject.ts'
import { fieldsToCheck } from '#app/models/form-messages.ts'
import { marketPath } from '#app/models/market.ts'
import { FORM_AGAIN, FORM_DONE } from '#app/models/page-messages.ts'
import type { OldFormReply } from '#app/models/replies.ts'
import { useShop } from '../page/use-shop.ts'
import { Button } from '../ui/button.tsx'
import { Checkbox, Field, Select, TextArea } from '../ui/field.tsx'
import { Note } from '../ui/note.tsx'
import { plateClass } from '../ui/plate.tsx'
import { FormBody, NotSent } from './form-parts.tsx'
import { useContactForm } from './use-contact-form.ts'

/** Lists the invalid fields above the form, with a link to each. */
function ErrorSummary(props: { wrong: readonly { label: string; id: string }[]; isWritten: boolean }) {
  const { wrong, isWritten } = props
  return (
    <Note tone="error" icon="alert" role="alert">
      <b className="text-wax">{fieldsToCheck(wrong.length, isWritten)}</b>
      <ul className="flex flex-wrap gap-x-6">
        {wrong.map(({ label, id }) => (
          <li key={id}>
            <a href={`#${id}`} className="inline-block py-1.5 font-semibold">
              {label}
            </a>
          </li>
        ))}
      </ul>
    </Note>
  )
}

/** The message, with a character count. */
function MessageField(
  props: Pick<ComponentProps<typeof TextArea>, 'label' | 'error'> & ComponentProps<'textarea'>,
) {
  const [typed, setTyped] = useState(0)
  return (
    <div className="relative">
      <TextArea
        {...props}
        dir="auto"
        className="min-h-36"
        hint={`An order number helps, if you have one. Up to ${CONTACT_LIMITS.message} characters.`}
        onInput={(event) => setTyped(event.currentTarget.value.length)}
      />
      {typed > 0 ? (
        <span className="absolute top-0 right-0 text-hint text-quiet" aria-hidden="true">
          {typed} of {CONTACT_LIMITS.message}
        </span>
      ) : null}
    </div>
  )
}

function SubscribeBox({ isChecked }: { isChecked: boolean }) {
  const { market } = useShop()
  const policy = (
    <Link to={marketPath(market, '/privacy-policy')} prefetch="intent">
      Privacy Policy
    </Link>
  )
  return (
    <Checkbox
      name="subscribeToMailingList"
      defaultChecked={isChecked}
      label={
        <>
          {CONTACT_SUBSCRIBE}. See our {policy}.
        </>
      }
    />
  )
}

/**
 * The contact form. Without JavaScript the server validates it, with the same messages.
 * Spec: 2 Contact, 5 Contact form
 * @param posted the result of the action, after a submission without JavaScript
 */
export function ContactForm({ posted }: { posted?: OldFormReply | undefined }) {
  const { market } = useShop()
  const element = useRef<HTMLFormElement>(null)
  const { Form, form, fields, wrong, bind, state, ...sending } = useContactForm(element, posted)
  return (
    <Form
      {...getFormProps(form)}
      ref={element}
      onSubmit={sending.onSubmit}
      data-ground="paper"
      className={plateClass('grid grid-cols-1 gap-6 px-panel py-8 md:p-panel print:hidden')}
      method="post"
      defaultShouldRevalidate={false}
      action={marketPath(market, '/contact')}
      aria-label="Send a message"
    >
      {wrong.length > 0 ? <ErrorSummary wrong={wrong} isWritten={sending.isWritten} /> : null}
      <FormBody state={state} message={FORM_DONE.contact} again={FORM_AGAIN.contact}>
        <div className="grid grid-cols-1 gap-x-4 gap-y-6 md:grid-cols-2">
          <Field key={fields.fullName.key} {...bind('fullName')} dir="auto" autoComplete="name" />
          <Field key={fields.email.key} {...bind('email')} type="email" autoComplete="email" />
        </div>
        <Select key={fields.subject.key} {...bind('subject')}>
          <option value="">Choose a subject</option>
          {CONTACT_SUBJECTS.map((subject) => (
            <option key={subject} value={subject}>
              {subject}
            </option>
          ))}
        </Select>
        <MessageField key={fields.message.key} {...bind('message')} />
        <SubscribeBox
          key={fields.subscribeToMailingList.key}
          isChecked={fields.subscribeToMailingList.initialValue === 'on'}
        />
        <div>
          <Button busy={sending.busy} busyLabel="Sending..." className="max-md:w-full md:min-w-48">
            Send Message
          </Button>
        </div>
        {sending.failed ? <NotSent /> : null}
      </FormBody>
    </Form>
  )
}
