import { useSearchParams } from 'react-router'
import { CONTACT_SUBSCRIBE, fieldsToCheck } from '#app/models/form-messages.ts'
import type { FormReply } from '#app/models/replies.ts'
import type { ContactSubmission } from '#supabase/functions/_shared/forms/schemas.ts'
import { CONTACT_SUBJECTS, LIMITS, subjectOf } from '#supabase/functions/_shared/forms/words.ts'
import { Button } from '../ui/button.tsx'
import { Checkbox, EmailField, Field, NameField } from '../ui/field.tsx'
import { Note } from '../ui/note.tsx'
import { plateClass } from '../ui/section.tsx'
import { PolicyLink, ShopForm } from './shop-form.tsx'

type ContactField = keyof ContactSubmission

const LABELS: Readonly<Record<Exclude<ContactField, 'subscribeToMailingList'>, string>> = {
  fullName: 'Name',
  email: 'Email',
  subject: 'Subject',
  message: 'Message',
}

/** The contact form. @param posted the reply without JavaScript. Spec: 2 Contact, 5 Contact form */
export function ContactForm({ posted }: { posted?: FormReply | undefined }) {
  const [params] = useSearchParams()
  return (
    <ShopForm<ContactField>
      name="contact"
      posted={posted}
      defaultValue={{ subject: subjectOf(params.get('subject')) }}
      data-theme="light"
      className={plateClass('grid grid-cols-1 gap-6 px-panel py-8 md:p-panel print:hidden')}
      aria-label="Send a message"
    >
      {({ form, fields, bind, busy }) => {
        const { fullName, email, message } = form.value ?? {}
        const typedLength = [...(message ?? '')].length
        const wrong = Object.entries(LABELS).flatMap(([name, label]) => {
          const { id, errors } = fields[name as ContactField]
          return errors ? [{ id, label }] : []
        })
        const isWritten = [fullName, email, message].some((text) => text?.trim())
        return (
          <>
            {wrong.length > 0 ? (
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
            ) : null}
            <div className="grid grid-cols-1 gap-x-4 gap-y-6 md:grid-cols-2">
              <NameField {...bind('fullName')} label={LABELS.fullName} aria-required />
              <EmailField {...bind('email')} label={LABELS.email} aria-required />
            </div>
            <Field as="select" {...bind('subject')} label={LABELS.subject} aria-required>
              <option value="">Choose a subject</option>
              {CONTACT_SUBJECTS.map((subject) => (
                <option key={subject} value={subject}>
                  {subject}
                </option>
              ))}
            </Field>
            <div className="relative">
              <Field
                as="textarea"
                className="min-h-36 resize-y"
                {...bind('message')}
                label={LABELS.message}
                hint={`An order number helps, if you have one. Up to ${LIMITS.message} characters.`}
                dir="auto"
                aria-required
              />
              {typedLength > 0 ? (
                <span className="absolute top-0 right-0 text-hint text-quiet" aria-hidden="true">
                  {typedLength} of {LIMITS.message}
                </span>
              ) : null}
            </div>
            <Checkbox
              name="subscribeToMailingList"
              defaultChecked={fields.subscribeToMailingList.initialValue === 'on'}
              label={
                <>
                  {CONTACT_SUBSCRIBE}. See our <PolicyLink />.
                </>
              }
            />
            <div>
              <Button busy={busy} busyLabel="Sending..." className="max-md:w-full md:min-w-48">
                Send Message
              </Button>
            </div>
          </>
        )
      }}
    </ShopForm>
  )
}
