import { z } from 'zod'
import { singleLine, wellFormed } from '../../../supabase/functions/_shared/text.ts'
import { cutText } from '../../models/cut-text.ts'
import { EMAIL_ADDRESS } from '../../models/email-address.ts'

/** How many characters the columns for names and addresses hold. */
const COLUMN_LENGTH = 255

const address = z.email({ pattern: EMAIL_ADDRESS }).max(COLUMN_LENGTH)

/**
 * The person that an order names, as the columns of a gift code take them: whatever a checkout let through must not keep
 * the rest of the order from being written. PostgreSQL refuses NUL and text that is too long, and normalising may
 * lengthen a text, so it is cut last.
 * @returns null for an address that is none or too long (cut, it would be somebody else's), and for an empty name
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
