import * as z from 'zod/mini'
import { FIELD_MESSAGES } from '#supabase/functions/_shared/forms/words.ts'

/** The first step of the owner's sign-in. */
export const passwordForm = z.object({
  email: z.string(FIELD_MESSAGES.enterEmail).check(z.trim(), z.minLength(1, FIELD_MESSAGES.enterEmail)),
  password: z.string(FIELD_MESSAGES.fillIn),
})

/** The second step, where an authenticator app is enrolled. */
export const codeForm = z.object({ code: z.string(FIELD_MESSAGES.fillIn) })

/** An authenticator app that is being set up: the steps to show. */
export type AppSetUp = {
  readonly factorId: string
  /** `otpauth://` address with the secret. */
  readonly uri: string
  /** The secret to type by hand, in groups of four characters. */
  readonly secret: string
  /** The address as a QR code: one SVG path on a square of `side` units, its quiet zone included. */
  readonly picture: { readonly side: number; readonly path: string }
}
