import * as z from 'zod/mini'
import { CONTACT_LIMITS, CONTACT_MESSAGES, emailField, resolveFields, textField } from './contact.ts'
import { FIELD_EMPTY } from './page-messages.ts'

/** The waitlist form. An empty email has its own message. Spec: 5 Waitlist, Contact form */
const waitlistSchema = z.object({
  name: textField(FIELD_EMPTY.name, CONTACT_LIMITS.fullName, CONTACT_MESSAGES.nameTooLong),
  email: emailField(FIELD_EMPTY.email),
})

export type WaitlistEntry = z.output<typeof waitlistSchema>

/** Validates the waitlist form. Spec: 5 Waitlist */
export function resolveWaitlist(fields: unknown) {
  return resolveFields(waitlistSchema, fields)
}
