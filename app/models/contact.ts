import { z } from 'zod'

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

export type ContactSubject = (typeof CONTACT_SUBJECTS)[number]

/** The messages under the fields, to the letter. Spec: 5 Contact form */
export const CONTACT_MESSAGES = {
  nameRequired: 'Name is required',
  nameTooLong: 'Name must be less than 100 characters',
  emailInvalid: 'Invalid email address',
  emailTooLong: 'Email must be less than 255 characters',
  subjectRequired: 'Please select a subject',
  messageRequired: 'Message is required',
  messageTooLong: 'Message must be less than 2000 characters',
} as const

export const CONTACT_LIMITS = { fullName: 100, email: 255, message: 2000 } as const

const checkbox = z
  .union([z.boolean(), z.string()])
  .optional()
  .transform((value) => value === true || (typeof value === 'string' && value !== '' && value !== 'false'))

/** The contact form, for the browser and the server. Spec: 5 Contact form */
export const contactSchema = z.object({
  fullName: z
    .string({ error: CONTACT_MESSAGES.nameRequired })
    .trim()
    .min(1, CONTACT_MESSAGES.nameRequired)
    .max(CONTACT_LIMITS.fullName, CONTACT_MESSAGES.nameTooLong),
  email: z
    .string({ error: CONTACT_MESSAGES.emailInvalid })
    .trim()
    .max(CONTACT_LIMITS.email, CONTACT_MESSAGES.emailTooLong)
    .pipe(z.email({ error: CONTACT_MESSAGES.emailInvalid })),
  subject: z.enum(CONTACT_SUBJECTS, { error: CONTACT_MESSAGES.subjectRequired }),
  message: z
    .string({ error: CONTACT_MESSAGES.messageRequired })
    .trim()
    .min(1, CONTACT_MESSAGES.messageRequired)
    .max(CONTACT_LIMITS.message, CONTACT_MESSAGES.messageTooLong),
  subscribeToMailingList: checkbox,
})

export type ContactSubmission = z.output<typeof contactSchema>
