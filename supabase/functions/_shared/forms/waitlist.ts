import * as z from 'zod/mini'
import { emailField, nameField } from './fields.ts'
import { FIELD_MESSAGES } from './words.ts'

/** The waitlist form. Spec: 5 Waitlist */
export const waitlistForm = z.object({
  name: nameField(FIELD_MESSAGES.enterName),
  email: emailField(FIELD_MESSAGES.enterEmail),
})

export type WaitlistEntry = z.output<typeof waitlistForm>
