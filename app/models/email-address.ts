import { emailField } from '#supabase/functions/_shared/forms/fields.ts'

export { EMAIL_ADDRESS } from '#supabase/functions/_shared/forms/fields.ts'

const address = emailField('')

/** The address that was typed, as it is stored; null when it is none, or longer than where addresses are stored. */
export function parseEmail(typed: string): string | null {
  return address.safeParse(typed).data ?? null
}
