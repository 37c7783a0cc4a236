import { z } from 'zod'
import type { Market } from '../markets/markets.ts'
import { withoutInvisible } from '../text/text.ts'
import type { Announced } from './shop.ts'

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

/** The part of a mail that its template writes. */
export type MailContent = Pick<Mail, 'html' | 'text' | 'headers'>

/** Sends one mail, until `signal` is aborted. @throws when it was not sent, or perhaps not */
export type SendMail = (mail: Mail, signal: AbortSignal) => Promise<void>

/** Input of every template besides its data. */
export type MailContext = {
  readonly market: Market
  /** Scheme and host of the shop, for links. */
  readonly origin: string
  /** Unix time, ms. */
  readonly now: number
  /** The sending company, for the footer; empty if not configured. */
  readonly sender: string
  /** The dates and figures that the store has announced. */
  readonly announced: Announced
}

/** Number of mails sent concurrently; others wait. */
export const MAX_CONCURRENT_MAILS = 2

const listMail = z.object({ firstName: z.string(), email: z.string() })

/** Data that the outbox stores of a mail, by template. */
export const MAIL_DATA = {
  welcome: listMail.extend({ unsubscribeToken: z.string() }),
  /** Asks whoever has left the list whether they want to be on it again. */
  rejoin: listMail.extend({ rejoinToken: z.string() }),
  'gift-code': z.object({
    firstName: z.string(),
    words: z.string(),
    giftTitle: z.string(),
    wrapping: z.enum(['gift-edition', 'printable-only']),
    /** The premium style that the giver has chosen. */
    wand: z.string().optional(),
    /** Which of several gifts of the order it is. */
    place: z.object({ number: z.number(), of: z.number() }).optional(),
    orderName: z.string(),
    /** Path of the letter with the magic words; without it, mails link to the page of the blank letter. */
    letterPath: z.string().startsWith('/').optional(),
  }),
  'gift-redeemed': z.object({
    to: z.enum(['giver', 'recipient']),
    firstName: z.string(),
    giftTitle: z.string(),
    orderName: z.string(),
  }),
  /** Fields that the form has besides these are texts too. */
  'contact-to-shop': z
    .object({
      fullName: z.string(),
      email: z.string(),
      subject: z.string(),
      message: z.string(),
      wantsNews: z.boolean(),
      receivedAt: z.string(),
    })
    .catchall(z.unknown()),
  test: z.object({}),
  security: z.object({ change: z.enum(['app-on', 'app-off', 'password', 'everywhere']) }),
}

export type MailData = { readonly [T in keyof typeof MAIL_DATA]: z.output<(typeof MAIL_DATA)[T]> }

export type MailTemplate = keyof MailData

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

/**
 * Single-line text: line breaks and control characters, which could inject a header, become spaces; invisible ones are
 * removed.
 */
export function oneLine(text: string, limit = 200): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what must go
  const flat = withoutInvisible(text.replace(/[\u0000-\u001f\u007f-\u009f\u2028\u2029]+/g, ' ')).trim()
  return [...flat].slice(0, limit).join('')
}
