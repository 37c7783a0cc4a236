import { z } from 'zod'
import { singleLine, wellFormed } from '../../../supabase/functions/_shared/text/text.ts'
import { cutText } from '../../models/cut-text.ts'
import { EMAIL_ADDRESS } from '../../models/email-address.ts'

/** Maximum length of the columns for names and email addresses, in characters. */
const COLUMN_LENGTH = 255

const address = z.email({ pattern: EMAIL_ADDRESS }).max(COLUMN_LENGTH)

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
    email: address.safeParse(email?.trim().toLowerCase()).data ?? null,
  }
}
