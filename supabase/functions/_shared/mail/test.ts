import { MARKETS } from '../markets/markets.ts'
import type { MailContent, MailContext } from './mail.ts'
import { escapeHtml, heading, page, paragraph, wrap } from './parts.ts'

const TITLE = 'The shop can send mail'
const TEXT =
  'You asked for this email in the owner’s room. It left the shop as every other email does. If you found it among spam, look at SPF, DKIM and DMARC in docs/deploy.md.'

/** The mail that the owner asks for, to see that mail arrives. */
export function testMail({ market, origin, sender }: MailContext): MailContent {
  return {
    headers: {},
    html: page({
      locale: MARKETS[market].locale,
      title: TITLE,
      preheader: TEXT,
      origin,
      picture: null,
      content: [heading(TITLE), paragraph(TEXT, {})].join('\n'),
      foot: `Sent by the owner’s room.${sender && `<br>${escapeHtml(sender)}`}`,
    }),
    text: `${TITLE.toUpperCase()}\n\n${wrap(TEXT)}\n\n--\n${sender && `${wrap(sender)}\n`}`,
  }
}
