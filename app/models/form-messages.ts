import { failure, ON_THE_LIST, success, type Toast } from './messages.ts'

export const SIGNUP_MISSING = failure('Missing information', 'Please enter your name and email')

/** A form was sent. @param hasShipped see `hasVol2Shipped`. Spec: 8 Signup success, Waitlist success, Contact success */
export function formSent(form: FormName, isOnSubscribePage: boolean, hasShipped: boolean): Toast {
  if (form === 'contact') return success('Message sent!', "We'll get back to you as soon as possible.")
  if (form === 'signup')
    return success(isOnSubscribePage ? 'Welcome! ✨' : 'Welcome to the magic! ✨', ON_THE_LIST)
  const what = hasShipped ? 'the next Vol. II' : 'Vol. II'
  return success("You're on the list!", `We will tell you when ${what} ‘Magical You’ is ready to ship.`)
}

/** A signup failed, with the message of the server, if any. Spec: 8 Signup failure */
export function signupFailed(serverMessage?: string | null): Toast {
  return failure('Error', serverMessage || 'Failed to subscribe. Please try again.')
}

/** Where the backend has no words of its own. Spec: 8 Signup failure, Waitlist failure, Contact failure */
export const FORM_FAILURES: Readonly<Record<FormName, Toast>> = {
  signup: signupFailed(),
  waitlist: failure('Something went wrong. Please try again.'),
  contact: failure('Error: Failed to send message. Please try again.'),
}

/** Above a contact form with errors. @param isWritten mentions that the typed text is preserved */
export function fieldsToCheck(count: number, isWritten: boolean): string {
  const fields = count === 1 ? '1 field' : `${count} fields`
  return isWritten ? `Please check ${fields}. What you wrote is still here.` : `Please check ${fields}.`
}

/* Texts shown with mailing-list forms. The stored consent has the same wording, with the text of the policy link. */

export const WAITLIST_CONSENT_TEXT =
  'Joining the waitlist also adds you to our mailing list. Leave whenever you like.'
/** Beside the checkbox of a redeemed gift, as stored. */
export const GIFT_CONSENT = 'Write to me when there is something new. See our Privacy Policy.'
export const CONTACT_SUBSCRIBE = 'Subscribe to our Mailing List'

/** How the consent text of a form ends, where it is not the usual sentence about unsubscribing. */
const UNSUBSCRIBE_NOTES = new Map([
  ['Footer', ''],
  ['Subscribe Page', ' Every one has a way out.'],
])

/** What somebody agrees to by signing up, by the source of the signup. */
export function signupConsentText(source: string): string {
  return `By joining you ask for our emails.${UNSUBSCRIBE_NOTES.get(source) ?? ' Leave whenever you like.'}`
}

/** The complete wording that a person agreed to, for the consent record. */
export function consentWording(promise: string): string {
  return `${promise.replace(/\.?$/, '.')} See our Privacy Policy.`
}

/** The forms of the shop, and the page where each is posted without JavaScript, under the market. */
export const FORM_PAGES = { signup: '/subscribe', waitlist: '/waitlist', contact: '/contact' } as const
export type FormName = keyof typeof FORM_PAGES

/** The field that nobody sees. A form that fills it in is held back until the owner has looked at it. */
export const HONEYPOT = 'name__confirm'

/** Query parameter with the name of the submitted form, `cart` too; not its message, so that links cannot inject texts. */
export const FORM_SENT = 'sent'

export function parseFormName(value: unknown): FormName | null {
  return (Object.keys(FORM_PAGES) as FormName[]).find((form) => form === value) ?? null
}

/** Sets the query parameter `sent` of a root-relative URL, or removes it when `form` is null. */
export function withFormSent(address: string, form: FormName | 'cart' | null): string {
  const [path = ''] = address.split('?', 1)
  const query = new URLSearchParams(address.slice(path.length))
  query.delete(FORM_SENT)
  if (form !== null) query.set(FORM_SENT, form)
  return query.size > 0 ? `${path}?${query}` : path
}
