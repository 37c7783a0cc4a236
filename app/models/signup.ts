import { z } from 'zod'
import { CONTACT_LIMITS } from './contact.ts'
import { err, ok, type Result } from './result.ts'

/** The source of a signup: the form, or for the popup its page. */
const SIGNUP_SOURCES = [
  'Homepage',
  'Site Popup',
  'Footer',
  'Subscribe Page',
  'Products',
  'Product Detail',
  'About',
  'FAQ',
  'Contact',
  'Press',
  'Gift',
  'Redeem',
  'Waitlist',
] as const

export type SignupSource = (typeof SIGNUP_SOURCES)[number]

export type Signup = { readonly fullName: string; readonly email: string; readonly source: SignupSource }

/**
 * The signup form. Neither field may be blank; the format of the email is only checked by the browser.
 * Spec: 5 Signup forms
 */
const signupSchema = z.object({
  fullName: z.string().trim().min(1).max(CONTACT_LIMITS.fullName),
  email: z.string().trim().min(1).max(CONTACT_LIMITS.email),
  source: z.enum(SIGNUP_SOURCES).catch('Homepage'),
})

export type SignupError = 'missing-information' | 'name-too-long' | 'email-too-long'

/**
 * Parses a signup form.
 * @returns `missing-information` when a field is blank, else which field is too long
 * Spec: 5 Signup forms
 */
export function parseSignup(fields: { get(name: string): unknown }): Result<Signup, SignupError> {
  const parsed = signupSchema.safeParse({
    fullName: fields.get('fullName'),
    email: fields.get('email'),
    source: fields.get('source'),
  })
  if (parsed.success) return ok(parsed.data)
  const { issues } = parsed.error
  if (issues.some((issue) => issue.code !== 'too_big')) return err('missing-information')
  return err(issues[0]?.path[0] === 'fullName' ? 'name-too-long' : 'email-too-long')
}

/** Normalises an email address for comparison: trimmed and lowercase. */
export function normaliseEmail(email: string): string {
  return email.trim().toLowerCase()
}

/**
 * The token of an unsubscribe link, or null when it is incomplete. Tolerates what mail programs do to links: capitals,
 * a character before or after it, and the quoted-printable form of the equals sign (`=3D`).
 */
export function parseUnsubscribeToken(text: string): string | null {
  return /^(?:3d|[^0-9a-f])?([0-9a-f]{44})[^0-9a-f]*$/i.exec(text)?.[1]?.toLowerCase() ?? null
}
