import { z } from 'zod'
import { contactMail } from './contact-to-shop.ts'
import { giftCodeMail } from './gift-code.ts'
import { type Mail, type MailData, type MailTemplate, oneLine } from './mail.ts'
import { welcomeMail } from './welcome.ts'

const dataOf = {
  welcome: z.object({ firstName: z.string(), email: z.string(), unsubscribeToken: z.string() }),
  'gift-code': z.object({
    firstName: z.string(),
    words: z.string(),
    giftTitle: z.string(),
    wrapping: z.enum(['gift-edition', 'printable-only']),
    orderName: z.string(),
    letterPath: z.string().startsWith('/').optional(),
  }),
  'contact-to-shop': z.object({
    fullName: z.string(),
    email: z.string(),
    subject: z.string(),
    message: z.string(),
    wantsNews: z.boolean(),
    receivedAt: z.string(),
  }),
} satisfies { [T in MailTemplate]: z.ZodType<MailData[T]> }

type StoredMail = {
  readonly template: MailTemplate
  readonly to_email: string
  readonly reply_to: string | null
  readonly market: 'us' | 'uk'
  readonly data: unknown
}

/** The subject that a mail will carry, for the owner's list. */
export function subjectOf<T extends MailTemplate>(template: T, data: MailData[T]): string {
  if (template === 'welcome') return 'Welcome to the magic'
  if (template === 'gift-code') return 'Your magic words'
  const { subject, fullName } = dataOf['contact-to-shop'].parse(data)
  return `${oneLine(subject, 60)} from ${oneLine(fullName, 100)}`
}

/**
 * A stored mail as it goes out.
 * @param origin scheme and host of the shop, for its links
 * @throws when the stored data doesn't fit its template
 */
export function renderMail(stored: StoredMail, origin: string, now: number): Mail {
  const context = { market: stored.market, origin, now }
  return { to: stored.to_email, replyTo: stored.reply_to, ...content(stored, context) }
}

function content(stored: StoredMail, context: { market: 'us' | 'uk'; origin: string; now: number }) {
  switch (stored.template) {
    case 'welcome':
      return welcomeMail(dataOf.welcome.parse(stored.data), context)
    case 'gift-code':
      return giftCodeMail(dataOf['gift-code'].parse(stored.data), context)
    case 'contact-to-shop':
      return contactMail(dataOf['contact-to-shop'].parse(stored.data), context)
  }
}
