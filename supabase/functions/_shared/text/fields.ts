import { z } from 'zod'
import { MARKET_IDS } from '../markets/markets.ts'
import { singleLine, wellFormed } from './text.ts'

export const marketField = z.enum(MARKET_IDS)

/** A single-line name of at most `limit` characters. @param missing message if it is empty */
export function nameField(missing: string, limit: number, tooLong = missing) {
  return z
    .string({ error: missing })
    .transform((text) => singleLine(wellFormed(text)))
    .pipe(z.string().min(1, missing).max(limit, tooLong))
}

/**
 * An email address, stored in lower case, so that capitals make no second one. The pattern is the one that browsers use
 * for email fields.
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
