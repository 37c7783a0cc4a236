import { emailField } from '#supabase/functions/_shared/forms/fields.ts'

export { EMAIL_ADDRESS } from '#supabase/functions/_shared/forms/fields.ts'

const address = emailField('')

/** The address that was typed, as it is stored; null when it is none, or longer than where addresses are stored. */
export function parseEmail(typed: string): string | null {
  return address.safeParse(typed).data ?? null
}

/**
 * The token of an unsubscribe link, or null when it is incomplete. Tolerates what mail programs do to links: capitals,
 * a character before or after it, and the quoted-printable form of the equals sign (`=3D`).
 */
export function parseUnsubscribeToken(text: string): string | null {
  return /^(?:3d|[^0-9a-f])?([0-9a-f]{44})[^0-9a-f]*$/i.exec(text)?.[1]?.toLowerCase() ?? null
}
