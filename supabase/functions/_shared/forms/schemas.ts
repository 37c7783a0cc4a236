import * as z from 'zod/mini'
import { cutText } from '../text/text.ts'
import { checkbox, emailField, messageField, nameField, optionalEmail, optionalName } from './fields.ts'
import { CONTACT_SUBJECTS, FIELD_MESSAGES, LIMITS, SIGNUP_SOURCES } from './words.ts'

/** The contact form, and the body of `contact-submission`. Spec: 3 Contact submission, 5 Contact form */
export const contactForm = z.object({
  fullName: nameField(FIELD_MESSAGES.nameRequired),
  email: emailField(FIELD_MESSAGES.emailInvalid),
  subject: z.enum(CONTACT_SUBJECTS, FIELD_MESSAGES.subjectRequired),
  message: messageField(FIELD_MESSAGES.messageRequired),
  subscribeToMailingList: checkbox,
})
export type ContactSubmission = z.output<typeof contactForm>

/** The signup form in all its places, and the body of `email-signup`. Spec: 3 Email subscriber, 5 Signup forms */
export const signupForm = z.object({
  fullName: nameField(FIELD_MESSAGES.enterName),
  email: emailField(FIELD_MESSAGES.enterEmail),
  source: z.catch(z.enum(SIGNUP_SOURCES), 'Homepage'),
})
export type Signup = z.output<typeof signupForm>

/** The waitlist form. Spec: 5 Waitlist */
export const waitlistForm = z.object({
  name: nameField(FIELD_MESSAGES.enterName),
  email: emailField(FIELD_MESSAGES.enterEmail),
})
export type WaitlistEntry = z.output<typeof waitlistForm>

/** The magic words of a gift. Spec: 5 Redeem */
export const wordsForm = z.object({
  words: z.string(FIELD_MESSAGES.enterWords).check(
    z.overwrite((typed) => cutText(typed, LIMITS.words)),
    z.regex(/\S/, FIELD_MESSAGES.enterWords),
  ),
})

/** What the page offers, and a rule of redeeming reads. */
const choice = z.optional(z.string())

/** The review of a gift: its upgrade, and where mails may go. What a choice may be is a rule of redeeming. */
export const reviewForm = z.object({
  gift: choice,
  upgrade: choice,
  wand: choice,
  consent: choice,
  recipientName: optionalName,
  recipientEmail: optionalEmail,
})
export type GiftReviewFields = z.output<typeof reviewForm>
