import * as z from 'zod/mini'
import { checkbox, emailField, messageField, nameField } from './fields.ts'
import { CONTACT_SUBJECTS, FIELD_MESSAGES } from './words.ts'

/** The contact form, and the body of `contact-submission`. Spec: 3 Contact submission, 5 Contact form */
export const contactForm = z.object({
  fullName: nameField(FIELD_MESSAGES.nameRequired),
  email: emailField(FIELD_MESSAGES.emailInvalid),
  subject: z.enum(CONTACT_SUBJECTS, FIELD_MESSAGES.subjectRequired),
  message: messageField(FIELD_MESSAGES.messageRequired),
  subscribeToMailingList: checkbox,
})

export type ContactSubmission = z.output<typeof contactForm>
