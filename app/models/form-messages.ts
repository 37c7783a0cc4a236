import type { FormName } from './form-sent.ts'
import { failure, success, type Toast } from './messages.ts'
import { ON_THE_LIST } from './popup.ts'

export const SIGNUP_MISSING = failure('Missing information', 'Please enter your name and email')

/** A signup succeeded; the Subscribe page has a shorter title. Spec: 8 Signup success */
export function signupSucceeded(source: string): Toast {
  return success(source === 'Subscribe Page' ? 'Welcome! ✨' : 'Welcome to the magic! ✨', ON_THE_LIST)
}

/** A signup failed, with the message of the server, if any. Spec: 8 Signup failure */
export function signupFailed(serverMessage?: string | null): Toast {
  return failure('Error', serverMessage || 'Failed to subscribe. Please try again.')
}

/** A waitlist signup succeeded. @param hasShipped see `hasVol2Shipped`. Spec: 8 Waitlist success */
export function waitlistJoined(hasShipped: boolean): Toast {
  const what = hasShipped ? 'the next Vol. II' : 'Vol. II'
  return success("You're on the list!", `We will tell you when ${what} ‘Magical You’ is ready to ship.`)
}

export const CONTACT_SENT = success('Message sent!', "We'll get back to you as soon as possible.")
/** Where the backend has no words of its own. Spec: 8 Signup failure, Waitlist failure, Contact failure */
export const FORM_FAILURES: Readonly<Record<FormName, Toast>> = {
  signup: signupFailed(),
  waitlist: failure('Something went wrong. Please try again.'),
  contact: failure('Error: Failed to send message. Please try again.'),
}
export const CONTACT_TOO_MANY = failure(
  'That is a lot of messages in a short time. Please wait a few minutes and try again. What you wrote is still here.',
)

/** The success message of a form, where only its name, and the page that shows it, are known. */
export function formSent(form: FormName, path: string, hasShipped: boolean): Toast {
  if (form === 'contact') return CONTACT_SENT
  if (form === 'waitlist') return waitlistJoined(hasShipped)
  return signupSucceeded(path.endsWith('/subscribe') ? 'Subscribe Page' : 'Homepage')
}

export const NOT_SENT_YET = 'Not sent yet. What you wrote is still here.'

/** Leads back from the plate that took the place of a form. */
export const FORM_AGAIN = {
  contact: 'Write another message',
  waitlist: 'Add another address',
  signup: 'Add another address',
} as const

/** On the plate that takes the place of a submitted form. */
export const FORM_DONE = {
  contact: (email: string) => `It is with us now. The answer goes to ${email}.`,
  waitlist: (email: string) => `We will write to ${email}.`,
  signup: (email: string) => `Our emails now go to ${email}.`,
} as const

/** Above a contact form with errors. `isWritten`: there is text, so it is mentioned that it is preserved. */
export function fieldsToCheck(count: number, isWritten: boolean): string {
  const fields = count === 1 ? '1 field' : `${count} fields`
  return isWritten ? `Please check ${fields}. What you wrote is still here.` : `Please check ${fields}.`
}

export const UNSUBSCRIBED = success(
  'You have left the list.',
  'We will not write to you again unless you ask.',
)

/** What is agreed to by the link of a mail that asks whoever has left the list. */
export const REJOIN_WORDING = 'Join our mailing list again'
export const REJOINED = success('Welcome back! ✨', ON_THE_LIST)

/** The link is not of a mail that asked since its person left. */
export const REJOIN_OVER = failure(
  'This link no longer works.',
  'Sign up once more, and we send you a new one by email.',
)

/** The token of the link is missing or incomplete. */
export const UNSUBSCRIBE_INCOMPLETE = failure(
  'This link is not whole.',
  'Please open the one in our email again, or copy all of it.',
)

/* Texts shown with mailing-list forms. The stored consent has the same wording, with the text of the policy link. */

const SEE_POLICY = 'See our Privacy Policy.'

export const WAITLIST_CONSENT_TEXT =
  'Joining the waitlist also adds you to our mailing list. Leave whenever you like.'
export const CONTACT_SUBSCRIBE = 'Subscribe to our Mailing List'

/** What somebody agrees to by signing up, by the source of the signup. */
export function signupConsentText(source: string): string {
  switch (source) {
    case 'Footer':
      return 'By joining you ask for our emails.'
    case 'Subscribe Page':
      return 'By joining you ask for our emails. Every one has a way out.'
    default:
      return 'By joining you ask for our emails. Leave whenever you like.'
  }
}

/** The complete wording that a person agreed to, for the consent record. */
export function consentWording(promise: string): string {
  return promise.endsWith('.') ? `${promise} ${SEE_POLICY}` : `${promise}. ${SEE_POLICY}`
}
