import * as z from 'zod/mini'
import { CONTACT_SUBJECTS } from './contact-subject.ts'
import { EMAIL_ADDRESS } from './email-address.ts'
import { EMAIL_INVALID } from './page-messages.ts'

/** Validation messages; the texts are fixed by the spec. Spec: 5 Contact form */
export const CONTACT_MESSAGES = {
  nameRequired: 'Name is required',
  nameTooLong: 'Name must be less than 100 characters',
  emailInvalid: EMAIL_INVALID,
  emailTooLong: 'Email must be less than 255 characters',
  subjectRequired: 'Please select a subject',
  messageRequired: 'Message is required',
  messageTooLong: 'Message must be less than 2000 characters',
} as const

export const CONTACT_LIMITS = { fullName: 100, email: 255, message: 2000 } as const

/** The required fields, in the order of the page. */
export const CONTACT_FIELDS = ['fullName', 'email', 'subject', 'message'] as const

export type ContactField = (typeof CONTACT_FIELDS)[number]

/** Matches a character that is neither whitespace nor invisible. */
const VISIBLE = /[^\p{Cc}\p{Cf}\p{Z}]/u

/** A required text of at most `limit` characters. */
export function textField(missing: string, limit: number, tooLong: string) {
  return z.string({ error: missing }).check(z.trim(), z.regex(VISIBLE, missing), z.maxLength(limit, tooLong))
}

/** A required email address that browsers accept. */
export function emailField(missing: string) {
  return z
    .string({ error: missing })
    .check(
      z.trim(),
      z.minLength(1, { error: missing, abort: true }),
      z.maxLength(CONTACT_LIMITS.email, { error: CONTACT_MESSAGES.emailTooLong, abort: true }),
      z.email({ pattern: EMAIL_ADDRESS, error: CONTACT_MESSAGES.emailInvalid }),
    )
}

/**
 * The contact form, for browser and server; `zod/mini` keeps the browser bundle small.
 * Spec: 5 Contact form
 */
export const contactSchema = z.object({
  fullName: textField(CONTACT_MESSAGES.nameRequired, CONTACT_LIMITS.fullName, CONTACT_MESSAGES.nameTooLong),
  email: emailField(CONTACT_MESSAGES.emailInvalid),
  subject: z.enum(CONTACT_SUBJECTS, { error: CONTACT_MESSAGES.subjectRequired }),
  message: textField(
    CONTACT_MESSAGES.messageRequired,
    CONTACT_LIMITS.message,
    CONTACT_MESSAGES.messageTooLong,
  ),
  subscribeToMailingList: z.pipe(
    z.optional(z.union([z.boolean(), z.string()])),
    z.transform(
      (value) => value === true || (typeof value === 'string' && value !== '' && value !== 'false'),
    ),
  ),
})

export type ContactSubmission = z.output<typeof contactSchema>

/** True when any text field has text; the subject is only selected. */
export function hasTypedText(fieldValue: (field: ContactField) => unknown): boolean {
  return (['fullName', 'email', 'message'] as const).some(
    (name) => String(fieldValue(name) ?? '').trim() !== '',
  )
}

/** Lists of messages by field, as `@conform-to/react` expects. */
export type FieldMessages = Record<string, string[]>
type Resolved<Value> = { readonly value: Value } | { readonly error: FieldMessages }

/** Validates the fields of a form. */
export function resolveFields<Schema extends z.ZodMiniType>(
  schema: Schema,
  fields: unknown,
): Resolved<z.output<Schema>> {
  const { data, error } = schema.safeParse(fields)
  return error ? { error: z.flattenError(error).fieldErrors as FieldMessages } : { value: data }
}

/** Validates the contact form. Spec: 5 Contact form */
export function resolveContact(fields: unknown): Resolved<ContactSubmission> {
  return resolveFields(contactSchema, fields)
}
