import * as z from 'zod/mini'
import { FIELD_MESSAGES } from '#supabase/functions/_shared/forms/words.ts'

/** The first step of the owner's sign-in. */
export const passwordForm = z.object({
  email: z.string(FIELD_MESSAGES.enterEmail).check(z.trim(), z.minLength(1, FIELD_MESSAGES.enterEmail)),
  password: z.string(FIELD_MESSAGES.fillIn),
})

/** The second step, where an authenticator app is enrolled. */
export const codeForm = z.object({ code: z.string(FIELD_MESSAGES.fillIn) })
