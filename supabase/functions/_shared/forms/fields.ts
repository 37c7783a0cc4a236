import * as z from 'zod/mini'
import { parseUrl, singleLine, wellFormed, withoutControls } from '../text/text.ts'
import { FIELD_MESSAGES, LIMITS } from './words.ts'

/** The rule of `<input type="email">`, so that browser and server accept the same addresses. */
export const EMAIL_ADDRESS = z.regexes.html5Email

/** Matches a character that can be seen on its own. The braille blank is one by its properties only. */
const VISIBLE = /[^\p{Cc}\p{Cf}\p{Cs}\p{Z}\p{M}\p{Default_Ignorable_Code_Point}\u2800]/u

const isVisible = (text: string) => VISIBLE.test(text)
const lengthOf = (text: string) => [...text].length
const toName = (typed: string) => singleLine(wellFormed(typed))

/** A text in which something can be seen, of at most `limit` code points. */
function text(clean: (typed: string) => string, missing: string, limit: number, tooLong: string) {
  return z.string(missing).check(
    z.overwrite(clean),
    z.refine(isVisible, { error: missing, abort: true }),
    z.refine((typed) => lengthOf(typed) <= limit, tooLong),
  )
}

/** The name of a person, in one line. */
export function nameField(missing: string) {
  return text(toName, missing, LIMITS.name, FIELD_MESSAGES.nameTooLong)
}

/** A text of several lines, in which a line break counts as one character. */
export function messageField(missing: string) {
  const clean = (typed: string) => withoutControls(wellFormed(typed)).trim()
  return text(clean, missing, LIMITS.message, FIELD_MESSAGES.messageTooLong)
}

/** An email address as it is stored: in lower case, an internationalised domain as punycode. */
export function emailField(missing: string) {
  return z
    .string(missing)
    .check(
      z.overwrite(toStoredAddress),
      z.minLength(1, { error: missing, abort: true }),
      z.maxLength(LIMITS.email, { error: FIELD_MESSAGES.emailTooLong, abort: true }),
      z.regex(EMAIL_ADDRESS, FIELD_MESSAGES.emailInvalid),
    )
}

/** A name that may be left out; '' without one. */
export const optionalName = z._default(
  z.string().check(
    z.overwrite((typed) => (isVisible(typed) ? toName(typed) : '')),
    z.refine((typed) => lengthOf(typed) <= LIMITS.name, FIELD_MESSAGES.nameTooLong),
  ),
  '',
)

/** An address that may be left out; '' without one. */
export const optionalEmail = z._default(
  z.union(
    [
      z.string().check(
        z.regex(/^\s*$/),
        z.overwrite(() => ''),
      ),
      emailField(''),
    ],
    FIELD_MESSAGES.emailInvalid,
  ),
  '',
)

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
