import { useSearchParams } from 'react-router'
import { CONTACT_SUBSCRIBE } from '#app/models/form-messages.ts'
import type { FormReply } from '#app/models/replies.ts'
import type { ContactSubmission } from '#supabase/functions/_shared/forms/schemas.ts'
import { CONTACT_SUBJECTS, LIMITS, subjectOf } from '#supabase/functions/_shared/forms/words.ts'
import { Button } from '../ui/button.tsx'
import { Checkbox, EmailField, Field, NameField } from '../ui/field.tsx'
import { plateClass } from '../ui/section.tsx'
import { PolicyLink, ShopForm } from './shop-form.tsx'

/** The contact form. @param posted the reply without JavaScript. Spec: 2 Contact, 5 Contact form */
export function ContactForm({ posted }: { posted?: FormReply | undefined }) {
  const [params] = useSearchParams()
  return (
    <ShopForm<keyof ContactSubmission>
      name="contact"
      posted={posted}
      defaultValue={{ subject: subjectOf(params.get('subject')) }}
      data-theme="light"
      className={plateClass('grid grid-cols-1 gap-6 px-panel py-8 md:p-panel print:hidden')}
      aria-label="Send a message"
    >
      {({ fields, bind, busy }) => (
        <>
          <div className="grid grid-cols-1 gap-x-4 gap-y-6 md:grid-cols-2">
            <NameField {...bind('fullName')} aria-required />
            <EmailField {...bind('email')} aria-required />
          </div>
          <Field as="select" {...bind('subject')} label="Subject" aria-required>
            <option value="">Choose a subject</option>
            {CONTACT_SUBJECTS.map((subject) => (
              <option key={subject} value={subject}>
                {subject}
              </option>
            ))}
          </Field>
          <Field
            as="textarea"
            className="min-h-36 resize-y"
            {...bind('message')}
            label="Message"
            hint={`An order number helps, if you have one. Up to ${LIMITS.message} characters.`}
            dir="auto"
            aria-required
          />
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
      )}
    </ShopForm>
  )
}
