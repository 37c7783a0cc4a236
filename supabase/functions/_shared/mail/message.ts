import type { SendMailOptions } from 'nodemailer'
import { type Mail, oneLine } from './mail.ts'

/** Thrown for an address that could name more than one recipient or carry a header of its own. */
class MailAddressError extends Error {
  constructor() {
    super('The address of a mail is not a single plain address')
    this.name = 'MailAddressError'
  }
}

/** The address in a configured `Name <address>`, or the text itself. */
export function bareAddress(configured: string): string {
  return (/<([^<>]+)>\s*$/.exec(configured)?.[1] ?? configured).trim()
}

/** Exactly one bare address: no list, no group, no name, no line break. @throws MailAddressError */
function singleAddress(address: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what must not pass
  if (!/^[^\s@,;:<>()[\]\\"\u0000-\u001f\u007f]+@[^\s@,;:<>()[\]\\"\u0000-\u001f\u007f]+$/.test(address))
    throw new MailAddressError()
  return address
}

/**
 * The mail as nodemailer takes it. Addresses go in as objects, never as text to be parsed, and nothing that
 * a visitor typed can break out of its header.
 */
export function toMessage(mail: Mail, from: string): SendMailOptions {
  return {
    from,
    to: { name: '', address: singleAddress(mail.to) },
    ...(mail.replyTo === null ? {} : { replyTo: { name: '', address: singleAddress(mail.replyTo) } }),
    subject: oneLine(mail.subject),
    text: mail.text,
    html: mail.html,
    headers: Object.fromEntries(
      Object.entries(mail.headers).map(([name, value]) => [name, oneLine(value, 900)]),
    ),
    disableFileAccess: true,
    disableUrlAccess: true,
  }
}
