import { createTransport, type SendMailOptions } from 'nodemailer'
import { z } from 'zod'
import { oneLine } from '../text/text.ts'

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

/** An address that could name several recipients or inject a header. */
class MailAddressError extends Error {
  constructor() {
    super('The address of a mail is not a single plain address')
    this.name = 'MailAddressError'
  }
}

/** The address of `Name <address>`, or the text itself. */
export function bareAddress(configured: string): string {
  return (/<([^<>]+)>\s*$/.exec(configured)?.[1] ?? configured).trim()
}

/** Whether a text is exactly one plain address: no list, group, name or line break. */
export function isSingleAddress(text: string): boolean {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what must not pass
  return /^[^\s@,;:<>()[\]\\"\u0000-\u001f\u007f]+@[^\s@,;:<>()[\]\\"\u0000-\u001f\u007f]+$/.test(text)
}

/** @throws MailAddressError */
function mailbox(address: string) {
  if (!isSingleAddress(address)) throw new MailAddressError()
  return { name: '', address }
}

/**
 * The mail in nodemailer's format. Addresses are passed as objects, never as text to parse, and no user input can break
 * out of its header.
 * @throws MailAddressError
 */
export function toMessage(mail: Mail, from: string): SendMailOptions {
  return {
    from,
    // Mailboxes recognise by it a mail that is sent again after an attempt whose result was lost.
    messageId: `<${mail.id}@${bareAddress(from).split('@')[1]}>`,
    to: mailbox(mail.to),
    ...(mail.replyTo !== null && { replyTo: mailbox(mail.replyTo) }),
    subject: oneLine(mail.subject),
    text: mail.text,
    html: mail.html,
    headers: Object.fromEntries(
      // So that no machine answers, such as with a note of absence. RFC 3834
      Object.entries({ 'Auto-Submitted': 'auto-generated', ...mail.headers }).map(([name, value]) => [
        name,
        oneLine(value, 900),
      ]),
    ),
    disableFileAccess: true,
    disableUrlAccess: true,
  }
}

/**
 * A mail server's response to an address that does not exist, by its enhanced status code (RFC 3463). Other permanent
 * refusals, such as `5.7.1`, may be due to the shop's own setup, which the owner can correct.
 */
const refusedAddress = z.object({
  command: z.literal('RCPT TO'),
  response: z.string().regex(/^5\d\d[ -]5\.(?:1\.(?:1|2|3|6|10)|2\.1)(?!\d)/),
})

/** Whether a mail was not sent because of its address, so that another attempt would fail as well. */
export function isUndeliverable(error: unknown): boolean {
  return error instanceof MailAddressError || refusedAddress.safeParse(error).success
}

/**
 * A connection to a mail server, which is given up when it does not respond for 20 s. Of many mails two are sent at once; the
 * others wait, until their signal is aborted.
 * @param url `smtp://user:password@host:587` or `smtps://…:465`
 */
export function smtpTransport(url: string) {
  return createTransport({
    url,
    pool: true,
    maxConnections: 2,
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 20_000,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
}

/** A function that sends mails over SMTP. @param from the sender, such as `Wizard Box <hello@wizardbox.example>` */
export function smtpSender(url: string, from: string): SendMail {
  const transport = smtpTransport(url)
  return async (mail, signal) => {
    await transport.sendMail({ ...toMessage(mail, from), signal })
  }
}
