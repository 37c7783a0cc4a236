import { getFormProps } from '@conform-to/react'
import { type ComponentProps, useRef, useState } from 'react'
import { Link } from 'react-router'
import { CONTACT_SUBSCRIBE } from '../../models/consent-wording.ts'
import { CONTACT_LIMITS } from '../../models/contact.ts'
import { CONTACT_SUBJECTS } from '../../models/contact-subject.ts'
import type { FormReply } from '../../models/form-reply.ts'
import { marketPath } from '../../models/market.ts'
import { fieldsToCheck } from '../../models/messages.ts'
import { FORM_DONE } from '../../models/page-messages.ts'
import { useShop } from '../layout/use-shop.ts'
import { Button } from '../ui/button.tsx'
import { Checkbox, Field, Select, TextArea } from '../ui/field.tsx'
import { Icon } from '../ui/icon.tsx'
import { NoticeBox } from '../ui/notice.tsx'
import { FormDone } from './form-done.tsx'
import { FormGuard } from './form-guard.tsx'
import { useContactForm } from './use-contact-form.ts'
import { useRestoredInput } from './use-restored-input.ts'

/** Lists the invalid fields above the form, with a link to each. */
function ErrorSummary(props: { wrong: readonly { label: string; id: string }[]; isWritten: boolean }) {
  const { wrong, isWritten } = props
  return (
    <div className="sumerr" role="alert">
      <Icon name="alert" />
      <b>{fieldsToCheck(wrong.length, isWritten)}</b>
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

/** The message, with a character count. */
function MessageField(
  props: Pick<ComponentProps<typeof TextArea>, 'label' | 'error'> & ComponentProps<'textarea'>,
) {
  const [typed, setTyped] = useState(0)
  return (
    <div className="counted">
      <TextArea
        {...props}
        dir="auto"
        hint={`An order number helps, if you have one. Up to ${CONTACT_LIMITS.message} characters.`}
        onInput={(event) => setTyped(event.currentTarget.value.length)}
      />
      {typed > 0 ? (
        <span className="n hint" aria-hidden="true">
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
export function ContactForm({ posted }: { posted?: FormReply | undefined }) {
  const { market } = useShop()
  const { Form, form, fields, wrong, bind, ...state } = useContactForm(posted)
  const element = useRef<HTMLFormElement>(null)
  useRestoredInput(element)
  return (
    <Form
      {...getFormProps(form)}
      ref={element}
      onSubmit={state.onSubmit}
      className="plate panel"
      method="post"
      defaultShouldRevalidate={false}
      action={marketPath(market, '/contact')}
      aria-label="Send a message"
    >
      {wrong.length > 0 ? <ErrorSummary wrong={wrong} isWritten={state.isWritten} /> : null}
      {state.notice ? <NoticeBox notice={state.notice} /> : null}
      <FormGuard renew={state.submissionCount} />
      <div className="two">
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
        <Button busy={state.busy} busyLabel="Sending...">
          Send Message
        </Button>
      </div>
      <FormDone message={FORM_DONE.contact} email={state.replyAddress} failed={state.failed} />
    </Form>
  )
}
