/** What forms offer and say, without the schemas, which a page loads later. */

/** The choices of the contact form. Spec: 3 Contact subjects */
export const CONTACT_SUBJECTS = [
  'Order Inquiry',
  'Product Question',
  'Return/Exchange',
  'Press Inquiry',
  'Media Collaboration',
  'Wholesale Inquiry',
  'Other',
] as const

/** The subject of `/contact?subject=…`; '' when it is none of the choices. */
export function subjectOf(requested: string | null) {
  return CONTACT_SUBJECTS.find((subject) => subject === requested) ?? ''
}

/** The source of a signup: the form, or for the popup its page. Spec: 2 Email signup popup, 3 Email subscriber */
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

/** In characters as people count them: code points. */
export const LIMITS = { name: 100, email: 255, message: 2000, words: 200 } as const

/** Spec: 5 Waitlist, Contact form */
export const FIELD_MESSAGES = {
  enterName: 'Please enter your name',
  enterEmail: 'Please enter your email',
  fillIn: 'Please fill this in.',
  enterWords: 'Please enter your magic words',
  nameRequired: 'Name is required',
  nameTooLong: 'Name must be less than 100 characters',
  emailInvalid: 'Invalid email address',
  emailTooLong: 'Email must be less than 255 characters',
  subjectRequired: 'Please select a subject',
  messageRequired: 'Message is required',
  messageTooLong: 'Message must be less than 2000 characters',
} as const
