import * as z from 'zod/mini'
import { emailField, nameField } from './fields.ts'
import { FIELD_MESSAGES, SIGNUP_SOURCES } from './words.ts'

/** The signup form in all its places, and the body of `email-signup`. Spec: 3 Email subscriber, 5 Signup forms */
export const signupForm = z.object({
  fullName: nameField(FIELD_MESSAGES.enterName),
  email: emailField(FIELD_MESSAGES.enterEmail),
  source: z.catch(z.enum(SIGNUP_SOURCES), 'Homepage'),
})

export type Signup = z.output<typeof signupForm>
