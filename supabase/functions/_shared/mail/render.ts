import { z } from 'zod'
import { type Company, isGiven } from '../forms/company-facts.ts'
import { MARKET_IDS } from '../markets/markets.ts'
import { giftCodeMail, giftRedeemedMail } from './gift-mails.ts'
import { layOut } from './layout.ts'
import { rejoinMail, welcomeMail } from './list-mails.ts'
import type { Mail } from './message.ts'
import { shippingOf } from './shipping.ts'
import { contactMail, securityMail, testMail } from './shop-mails.ts'

/** The templates of all mails. */
export const TEMPLATES = {
  welcome: welcomeMail,
  rejoin: rejoinMail,
  'gift-code': giftCodeMail,
  'gift-redeemed': giftRedeemedMail,
  'contact-to-shop': contactMail,
  test: testMail,
  security: securityMail,
}
export type MailTemplate = keyof typeof TEMPLATES
/** What the outbox stores of a mail, by template. */
export type MailData = { readonly [T in MailTemplate]: z.output<(typeof TEMPLATES)[T]['schema']> }

/** A row of the outbox. */
export const storedMail = z.object({
  id: z.string(),
  template: z.enum(Object.keys(TEMPLATES) as MailTemplate[]),
  to_email: z.string(),
  reply_to: z.string().nullable(),
  subject: z.string(),
  market: z.enum(MARKET_IDS),
  data: z.unknown(),
})

/** `origin` is scheme and host of the shop, for links; `now` is Unix time, ms. */
type RenderContext = { readonly origin: string; readonly now: number; readonly company: Company }

/**
 * Renders a stored mail. Replies go to its reply address, else to the company's, else to the sender.
 * @throws ZodError if the stored data does not match its template
 */
export function renderMail(
  stored: z.output<typeof storedMail>,
  { origin, now, company }: RenderContext,
): Mail {
  const context = { origin, store: shippingOf(company, stored.market, now) }
  const { contactEmail } = context.store
  return {
    id: stored.id,
    to: stored.to_email,
    replyTo: stored.reply_to ?? (isGiven(contactEmail) ? contactEmail : null),
    subject: stored.subject,
    ...layOut(TEMPLATES[stored.template].write(stored.data, context), context),
  }
}
