/** One mail, ready to send. The sender is the transport's. */
export type Mail = {
  readonly to: string
  readonly replyTo: string | null
  readonly subject: string
  readonly html: string
  readonly text: string
  readonly headers: Readonly<Record<string, string>>
}

/** What every template is written with. */
export type MailContext = {
  readonly market: 'us' | 'uk'
  /** Scheme and host of the shop, for links. */
  readonly origin: string
  readonly now: number
  /** Who sends it, for its foot; empty when nobody has said. */
  readonly sender: string
}

/** How many mails are handed over at the same moment; more have to wait. */
export const MOST_AT_ONCE = 2

/** What the outbox keeps of a mail until it is sent, by template. */
export type MailData = {
  readonly welcome: { readonly firstName: string; readonly email: string; readonly unsubscribeToken: string }
  readonly 'gift-code': {
    readonly firstName: string
    readonly words: string
    readonly giftTitle: string
    readonly wrapping: 'gift-edition' | 'printable-only'
    readonly orderName: string
    /** Path of the letter with the words in it; the page of the empty letter when absent. */
    readonly letterPath?: string | undefined
  }
  readonly 'contact-to-shop': {
    readonly fullName: string
    readonly email: string
    readonly subject: string
    readonly message: string
    readonly wantsNews: boolean
    readonly receivedAt: string
  }
}

export type MailTemplate = keyof MailData

/** What no name has, and mail programs make links of: `name@host`, `scheme:`, `/path`, `host.tld`. */
const NO_NAME = /[@:/\\<>]|[.。](?:\p{L}{2}|\p{N})/u

/**
 * A first name as a mail may greet with, or an empty text for what is none. Anybody can sign up anybody's address, with
 * a link where the name belongs: the shop would carry it to whoever reads that address.
 */
export function greetingName(firstName: string): string {
  const name = oneLine(firstName, 60)
  // Full-width letters and dots make links as well.
  if (NO_NAME.test(name.normalize('NFKC'))) return ''
  return name.replace(/\.+$/, '')
}

/** Text in one line: line breaks and control characters, with which a header could be forged, become spaces. */
export function oneLine(text: string, limit = 200): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what must go
  const flat = text.replace(/[\u0000-\u001f\u007f-\u009f\u2028\u2029]+/g, ' ').trim()
  return [...flat].slice(0, limit).join('')
}
