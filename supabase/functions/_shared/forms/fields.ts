import * as z from 'zod/mini'
import { parseUrl, singleLine, wellFormed, withoutControls } from '../text/text.ts'
import { FIELD_MESSAGES, LIMITS } from './words.ts'

/** The rule of `<input type="email">`, so that browser and server accept the same addresses. */
export const EMAIL_ADDRESS = z.regexes.html5Email

/** Matches a character that can be seen on its own. The braille blank is one by its properties only. */
const VISIBLE = /[^\p{Cc}\p{Cf}\p{Cs}\p{Z}\p{M}\p{Default_Ignorable_Code_Point}\u2800]/u

/** A text of at most `limit` code points. @param missing said where nothing can be seen in it; null where it may be left out */
function text(clean: (typed: string) => string, missing: string | null, limit: number, tooLong: string) {
  return z.string(missing ?? undefined).check(
    z.overwrite((typed) => (VISIBLE.test(typed) ? clean(typed) : '')),
    z.refine((typed) => missing === null || typed !== '', { error: missing ?? '', abort: true }),
    z.refine((typed) => [...typed].length <= limit, tooLong),
  )
}

/** The name of a person, in one line. @param missing as of `text` */
export function nameField(missing: string | null) {
  return text((typed) => singleLine(wellFormed(typed)), missing, LIMITS.name, FIELD_MESSAGES.nameTooLong)
}

/** A text of several lines, in which a line break counts as one character. */
export function messageField(missing: string) {
  const clean = (typed: string) => withoutControls(wellFormed(typed)).trim()
  return text(clean, missing, LIMITS.message, FIELD_MESSAGES.messageTooLong)
}

/**
 * An email address as it is stored: in lower case, an internationalised domain as punycode.
 * @param missing said where there is none; null where it may be left out
 */
export function emailField(missing: string | null) {
  return z.string(missing ?? undefined).check(
    z.overwrite(toStoredAddress),
    z.refine((typed) => missing === null || typed !== '', { error: missing ?? '', abort: true }),
    z.maxLength(LIMITS.email, { error: FIELD_MESSAGES.emailTooLong, abort: true }),
    z.refine((typed) => typed === '' || EMAIL_ADDRESS.test(typed), FIELD_MESSAGES.emailInvalid),
  )
}

const address = emailField('')

/** The address that was typed, as it is stored; null when it is none, or longer than where addresses are stored. */
export function parseEmail(typed: string): string | null {
  return address.safeParse(typed).data ?? null
}

/** '' without one. */
export const optionalName = z._default(nameField(null), '')
export const optionalEmail = z._default(emailField(null), '')

/** A ticked box; anything that no box sends is none. */
export const checkbox = z.catch(z._default(z.boolean(), false), false)

function toStoredAddress(typed: string): string {
  const address = wellFormed(typed).trim().toLowerCase()
  const at = address.lastIndexOf('@') + 1
  const domain = address.slice(at)
  // Only what a name of a host is made of: the parser of addresses would drop the rest. It knows punycode.
  if (at === 0 || !/^[\p{L}\p{M}\p{N}.·。．｡-]+$/u.test(domain) || /^[\x20-\x7e]*$/.test(domain))
    return address
  const url = parseUrl(`https://${domain}`)
  return url ? address.slice(0, at) + url.hostname : address
}
