/** Removes control characters that PostgreSQL or mail would reject, except line breaks and tabs. */
export function withoutControls(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what must go
  return text.replace(/\r\n?/g, '\n').replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/g, '')
}

/**
 * Characters that are invisible or reverse the text after them, with which a name could look like another. The joiners,
 * which emoji and some scripts need, are not among them.
 */
const INVISIBLE = /[\u0080-\u009f\u00ad\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff]/g

/** Text for a single-line field: no control or invisible characters, no line breaks, trimmed. */
export function singleLine(text: string): string {
  return withoutControls(text)
    .replace(INVISIBLE, '')
    .replace(/[\n\t\u2028\u2029]+/g, ' ')
    .trim()
}

/** Text for one line: nothing in it can inject a header, or reverse the text after it. */
export function oneLine(text: string, limit = 200): string {
  return cutText(singleLine(text), limit)
}

/**
 * Text as it is stored: without lone surrogates, which UTF-8 cannot encode, and in NFC, so that a search finds accented
 * characters that some systems write decomposed.
 */
export function wellFormed(text: string): string {
  // Browsers of 2023 have no `toWellFormed`.
  const isLone = (character: string) => /^[\ud800-\udfff]$/.test(character)
  return Array.from(text, (character) => (isLone(character) ? '\ufffd' : character))
    .join('')
    .normalize('NFC')
}

/** The parsed URL, or null; browsers of 2023 have no `URL.parse`. */
export function parseUrl(text: string): URL | null {
  try {
    return new URL(text)
  } catch {
    return null
  }
}

/** The first word is the first name and the rest the last name; a single word is both. Spec: 3 Waitlist record */
export function splitName(fullName: string): { firstName: string; lastName: string } {
  const words = fullName.split(/\s+/).filter(Boolean)
  const firstName = words[0] ?? ''
  return {
    firstName: cutText(firstName, 120),
    lastName: cutText(words.length > 1 ? words.slice(1).join(' ') : firstName, 120),
  }
}

/**
 * The first `limit` code points of a text. Unlike `slice`, it never splits a surrogate pair: `encodeURIComponent` and
 * databases reject lone surrogates.
 */
export function cutText(text: string, limit: number): string {
  return [...text.slice(0, 2 * limit)].slice(0, limit).join('')
}

/** The value of JSON; undefined for text that is malformed or nested too deeply. */
export function parseJson(text: string, revive?: Parameters<typeof JSON.parse>[1]): unknown {
  try {
    return JSON.parse(text, revive)
  } catch {
    return undefined
  }
}

/** The discount code of a record; null when it is empty, "null" or "undefined". Spec: 7 Backend functions */
export function usableCode(code: string | null): string | null {
  const text = code?.trim() ?? ''
  return text === '' || text === 'null' || text === 'undefined' ? null : text
}

/** SHA-256 as hexadecimal text, in Deno and Node. */
export async function sha256(text: string): Promise<string> {
  const bytes = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))
  return [...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** Compares two secrets in constant time. */
export async function isSameSecret(given: string, wanted: string): Promise<boolean> {
  const [left, right] = await Promise.all([sha256(given), sha256(wanted)])
  let difference = 0
  for (let at = 0; at < left.length; at++) difference |= left.charCodeAt(at) ^ right.charCodeAt(at)
  return difference === 0
}

/** The parts of an address that tell mailboxes apart: without what follows a plus and, at Gmail, without dots. */
function partsOf(email: string): { readonly name: string; readonly domain: string | null } {
  const [local = '', domain] = email
    .trim()
    .toLowerCase()
    .split(/@(?=[^@]*$)/)
  if (domain === undefined) return { name: local, domain: null }
  const name = local.replace(/\+.*/, '')
  const isGmail = /^(gmail|googlemail)\.com$/.test(domain)
  return isGmail ? { name: name.replaceAll('.', ''), domain: 'gmail.com' } : { name, domain }
}

/** One key for the spellings of an address that end in one mailbox: `a.n.n+box@googlemail.com` is `ann@gmail.com`. */
export function mailboxKey(email: string): string {
  const { name, domain } = partsOf(email)
  return domain === null ? name : `${name}@${domain}`
}

/** A pattern of SQL's `like` that all these spellings match, and few other addresses. */
export function mailboxPattern(email: string): string {
  const { name, domain } = partsOf(email)
  return domain === 'gmail.com' ? `${[...name].join('%')}%@g%mail.com` : `${name}%@${domain}`
}

/** A text on one line, of at most `limit` characters: a longer one is cut at a word and ends in an ellipsis. */
export function cutAtWord(text: string, limit: number): string {
  const flat = text.replace(/\s+/g, ' ').trim()
  return flat.length <= limit ? flat : `${cutText(flat, limit - 1).replace(/\s+\S*$/, '')}…`
}
