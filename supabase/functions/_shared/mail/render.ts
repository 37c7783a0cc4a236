import { z } from 'zod'
import { MARKET_IDS } from '../markets/markets.ts'
import { type MailCompanies, senderLine } from './company.ts'
import { contactMail, contactSubject } from './contact-to-shop.ts'
import { giftCodeMail } from './gift-code.ts'
import { giftRedeemedMail } from './gift-redeemed.ts'
import { MAIL_DATA, type Mail, type MailContext, type MailTemplate } from './mail.ts'
import { SECURITY_TITLE, securityMail, TEST_TITLE, testMail } from './owner-notes.ts'
import { REJOIN_TITLE, rejoinMail, welcomeMail } from './welcome.ts'

/** A row of the outbox. */
export const storedMail = z.object({
  id: z.string(),
  template: z.enum([
    'welcome',
    'rejoin',
    'gift-code',
    'gift-redeemed',
    'contact-to-shop',
    'test',
    'security',
  ]),
  to_email: z.string(),
  reply_to: z.string().nullable(),
  market: z.enum(MARKET_IDS),
  data: z.unknown(),
})
type StoredMail = z.output<typeof storedMail>

/** The subject of a mail. @throws ZodError if the data does not match the template */
export function subjectOf(template: MailTemplate, data: unknown): string {
  if (template === 'welcome') return 'Welcome to the magic'
  if (template === 'rejoin') return REJOIN_TITLE
  if (template === 'gift-code') {
    const { place } = MAIL_DATA['gift-code'].parse(data)
    return place ? `Your magic words (${place.number} of ${place.of})` : 'Your magic words'
  }
  if (template === 'gift-redeemed')
    return MAIL_DATA['gift-redeemed'].parse(data).to === 'giver'
      ? 'Your words were said'
      : 'Your gift is ordered'
  if (template === 'test') return TEST_TITLE
  if (template === 'security') return SECURITY_TITLE
  return contactSubject(MAIL_DATA['contact-to-shop'].parse(data))
}

/** `origin` is scheme and host of the shop, for links; `now` is Unix time, ms. */
type RenderContext = { readonly origin: string; readonly now: number; readonly companies: MailCompanies }

/**
 * Renders a stored mail. Replies go to its reply address, otherwise to the company's.
 * @throws ZodError if the stored data does not match its template
 */
export function renderMail(stored: StoredMail, { origin, now, companies }: RenderContext): Mail {
  const company = companies[stored.market]
  const context = { market: stored.market, origin, now, sender: senderLine(company), announced: company }
  const replyTo = stored.reply_to ?? company.contactEmail
  const subject = subjectOf(stored.template, stored.data)
  return { id: stored.id, to: stored.to_email, replyTo, subject, ...content(stored, context) }
}

function content(stored: StoredMail, context: MailContext) {
  switch (stored.template) {
    case 'welcome':
      return welcomeMail(MAIL_DATA.welcome.parse(stored.data), context)
    case 'rejoin':
      return rejoinMail(MAIL_DATA.rejoin.parse(stored.data), context)
    case 'gift-code':
      return giftCodeMail(MAIL_DATA['gift-code'].parse(stored.data), context)
    case 'gift-redeemed':
      return giftRedeemedMail(MAIL_DATA['gift-redeemed'].parse(stored.data), context)
    case 'contact-to-shop':
      return contactMail(MAIL_DATA['contact-to-shop'].parse(stored.data), context)
    case 'test':
      return testMail(context)
    case 'security':
      return securityMail(MAIL_DATA.security.parse(stored.data), context)
  }
}
