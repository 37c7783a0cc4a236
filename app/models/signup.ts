import { z } from 'zod'
import { err, ok, type Result } from './result.ts'

/** Where a mailing-list signup came from: the page forms, and the popup's label by path. */
export const SIGNUP_SOURCES = [
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

const LONGEST_NAME = 100
const LONGEST_EMAIL = 255

/**
 * The signup form: both fields only need to be there after trimming, and the email's form is left to the field's
 * type. Spec: 5 Signup forms
 */
export const signupSchema = z.object({
  fullName: z.string().trim().min(1).max(LONGEST_NAME),
  email: z.string().trim().min(1).max(LONGEST_EMAIL),
  source: z.enum(SIGNUP_SOURCES).catch('Homepage'),
})

/** A signup from a form. `missing-information` when a field is blank. Spec: 5 Signup forms */
export function parseSignup(fields: { get(name: string): unknown }): Result<Signup, 'missing-information'> {
  const parsed = signupSchema.safeParse({
    fullName: fields.get('fullName'),
    email: fields.get('email'),
    source: fields.get('source'),
  })
  return parsed.success ? ok(parsed.data) : err('missing-information')
}

/** The three names kept of a person. Spec: 3 Waitlist record */
export type PersonName = { readonly fullName: string; readonly firstName: string; readonly lastName: string }

/** First word and rest; a single word is both first and last name, as the record has it. Spec: 3 Waitlist record */
export function splitName(name: string): PersonName {
  const words = name.trim().split(/\s+/)
  const [firstName = ''] = words
  const rest = words.slice(1).join(' ')
  return { fullName: name.trim(), firstName, lastName: rest === '' ? name.trim() : rest }
}

/** An address as subscribers are told apart: trimmed and lowercase. */
export function normaliseEmail(email: string): string {
  return email.trim().toLowerCase()
}
