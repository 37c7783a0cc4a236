import { z } from 'zod'
import { err, ok, type Result } from './result.ts'
import { splitName } from './signup.ts'

export type WaitlistEntry = { readonly name: string; readonly email: string }

/** One row of the waitlist table. Spec: 3 Waitlist record */
export type WaitlistRecord = {
  readonly email: string
  readonly name: string
  readonly first_name: string
  readonly last_name: string
  readonly full_name: string
  readonly source: 'Vol II Waitlist'
  readonly website: string
  readonly subscribe_to_mailing_list: true
}

export type WaitlistError = 'name-required' | 'email-required'

export const WAITLIST_SOURCE = 'Vol II Waitlist'
export const WAITLIST_WEBSITE = 'wizardbox.example'
export const WAITLIST_NAME_REQUIRED = 'Please enter your name'
export const WAITLIST_EMAIL_REQUIRED = 'Please enter your email'

/** The waitlist form. Spec: 5 Waitlist */
export const waitlistSchema = z.object({
  name: z.string({ error: WAITLIST_NAME_REQUIRED }).trim().min(1, WAITLIST_NAME_REQUIRED).max(100),
  email: z.string({ error: WAITLIST_EMAIL_REQUIRED }).trim().min(1, WAITLIST_EMAIL_REQUIRED).max(255),
})

/** A waitlist entry from a form, or the first field that is missing. Spec: 5 Waitlist */
export function parseWaitlist(fields: { get(name: string): unknown }): Result<WaitlistEntry, WaitlistError> {
  const parsed = waitlistSchema.safeParse({ name: fields.get('name'), email: fields.get('email') })
  if (parsed.success) return ok(parsed.data)
  return err(
    parsed.error.issues.some((issue) => issue.path[0] === 'name') ? 'name-required' : 'email-required',
  )
}

/** The row to insert for an entry. Spec: 3 Waitlist record */
export function toWaitlistRecord(entry: WaitlistEntry): WaitlistRecord {
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
