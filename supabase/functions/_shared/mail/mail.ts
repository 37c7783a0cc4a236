import { cutText, singleLine } from '../text/text.ts'

/** One mail, ready to send. The transport sets the sender. */
export type Mail = {
  /** The same in every attempt to send it. */
  readonly id: string
  readonly to: string
  readonly replyTo: string | null
  readonly subject: string
  readonly html: string
  readonly text: string
  readonly headers: Readonly<Record<string, string>>
}

/** Sends one mail, until `signal` is aborted. @throws when it was not sent, or perhaps not */
export type SendMail = (mail: Mail, signal: AbortSignal) => Promise<void>

/** Text that mail clients turn into links and names do not contain: `name@host`, `scheme:`, `/path`, `host.tld`. */
const LINK_LIKE = /[@:/\\<>]|[.。](?:\p{L}{2}|\p{N})/u

/**
 * A first name for the greeting of a mail; empty if it looks like a link. Anyone can sign up any address with a link in
 * place of the name, which the shop would then send to that address.
 */
export function greetingName(firstName: string): string {
  const name = oneLine(firstName, 60)
  // Full-width characters and dots become links as well.
  if (LINK_LIKE.test(name.normalize('NFKC'))) return ''
  return name.replace(/\.+$/, '')
}

/** Text for one line: nothing in it can inject a header, or reverse the text after it. */
export function oneLine(text: string, limit = 200): string {
  return cutText(singleLine(text), limit)
}
