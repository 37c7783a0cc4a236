import { z } from 'zod'
import { singleLine, wellFormed } from '../../../supabase/functions/_shared/text.ts'
import { cutText } from '../../models/cut-text.ts'
import { EMAIL_ADDRESS } from '../../models/email-address.ts'

/** Length of the columns for names and email addresses, in characters. */
const COLUMN_LENGTH = 255

const address = z.email({ pattern: EMAIL_ADDRESS }).max(COLUMN_LENGTH)

/**
 * Cleans the name and email address of an order for the columns of a gift code, so that unusual checkout input can't
 * make the write fail. PostgreSQL refuses NUL and overlong text; normalisation may lengthen a text, so it is cut
 * last.
 * @returns null for an empty name, and for an email address that is invalid or too long (cut, it would be a different
 * one)
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
