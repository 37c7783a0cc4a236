import { cutText } from '#app/models/cut-text.ts'
import { parseEmail } from '#app/models/email-address.ts'
import { singleLine, wellFormed } from '#supabase/functions/_shared/text/text.ts'

/** Maximum length of the columns for names, in characters. */
const COLUMN_LENGTH = 255

/**
 * Sanitizes a customer's name and email address for the columns of a gift code, so that no checkout input can prevent
 * an order from being stored: PostgreSQL rejects NUL characters and text that is too long. Names are truncated last,
 * as normalization may lengthen them.
 * @returns null for an empty name, and for an invalid or too long address (truncated, it could be another person's)
 */
export function toPersonColumns({
  name,
  email,
}: {
  readonly name?: string | null
  readonly email?: string | null
}) {
  return {
    name: cutText(singleLine(wellFormed(name ?? '')), COLUMN_LENGTH).trim() || null,
    email: parseEmail(email?.trim().toLowerCase() ?? ''),
  }
}
