import { z } from 'zod'
import { CONTACT_LIMITS, CONTACT_MESSAGES, VISIBLE } from './contact.ts'
import { EMAIL_ADDRESS } from './email-address.ts'
import { FIELD_EMPTY } from './page-messages.ts'
import { splitName } from './signup.ts'

export type WaitlistEntry = { readonly name: string; readonly email: string }

const WAITLIST_SOURCE = 'Vol II Waitlist'
const WAITLIST_WEBSITE = 'wizardbox.example'

/**
 * The waitlist form. The email must be valid as in browsers; an empty one has its own message.
 * Spec: 5 Waitlist, Contact form
 */
const waitlistSchema = z.object({
  name: z
    .string({ error: FIELD_EMPTY.name })
    .trim()
    .regex(VISIBLE, FIELD_EMPTY.name)
    .max(CONTACT_LIMITS.fullName, CONTACT_MESSAGES.nameTooLong),
  email: z
    .string({ error: FIELD_EMPTY.email })
    .trim()
    .min(1, FIELD_EMPTY.email)
    .max(CONTACT_LIMITS.email, CONTACT_MESSAGES.emailTooLong)
    .pipe(z.email({ pattern: EMAIL_ADDRESS, error: CONTACT_MESSAGES.emailInvalid })),
})

/** Parses a waitlist form; the error has the message of each invalid field. Spec: 5 Waitlist */
export function parseWaitlist(fields: {
  get(name: string): unknown
}): { readonly value: WaitlistEntry } | { readonly error: Partial<Record<keyof WaitlistEntry, string>> } {
  const parsed = waitlistSchema.safeParse({ name: fields.get('name'), email: fields.get('email') })
  if (parsed.success) return { value: parsed.data }
  const { name, email } = z.flattenError(parsed.error).fieldErrors
  return { error: { ...(name?.[0] && { name: name[0] }), ...(email?.[0] && { email: email[0] }) } }
}

/** The database row of an entry. Spec: 3 Waitlist record */
export function toWaitlistRecord(entry: WaitlistEntry) {
  const { fullName, firstName, lastName } = splitName(entry.name)
  return {
    email: entry.email,
    name: fullName,
    first_name: firstName,
    last_name: lastName,
    full_name: fullName,
    source: WAITLIST_SOURCE,
    website: WAITLIST_WEBSITE,
    subscribe_to_mailing_list: true,
  }
}
