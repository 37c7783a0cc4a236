import * as z from 'zod/mini'

/** The rule of `<input type="email">`, so that browser and server accept the same addresses. */
export const EMAIL_ADDRESS = z.regexes.html5Email

/** The address that was typed; null when it is none, or longer than where addresses are stored. */
export function parseEmail(typed: string): string | null {
  const address = z.email({ pattern: EMAIL_ADDRESS }).check(z.maxLength(255))
  return address.safeParse(typed).data ?? null
}
