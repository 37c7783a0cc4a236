import { z } from 'zod'
import { singleLine, wellFormed } from './text.ts'

/** us or uk. */
export const marketField = z.enum(['us', 'uk'])

/** A name in one line, at most `limit` characters. */
export function nameField(missing: string, limit: number, tooLong = missing) {
  return z
    .string({ error: missing })
    .transform((text) => singleLine(wellFormed(text)))
    .pipe(z.string().min(1, missing).max(limit, tooLong))
}

/**
 * An address in lower case, so that capitals never make a second one of it. The pattern is the one browsers
 * use for email fields, so both agree.
 */
export const emailField = z
  .string({ error: 'Please enter your name and email' })
  .transform((text) => wellFormed(text).trim().toLowerCase())
  .pipe(
    z
      .string()
      .min(1, 'Please enter your name and email')
      .max(255, 'Email must be less than 255 characters')
      .pipe(z.email({ error: 'Invalid email address', pattern: z.regexes.html5Email })),
  )
