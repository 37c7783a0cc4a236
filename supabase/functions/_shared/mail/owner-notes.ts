import { MARKETS } from '../markets/markets.ts'
import type { MailContent, MailContext, MailData } from './mail.ts'
import { escapeHtml, heading, page, paragraph, wrap } from './parts.ts'

/** Short mails to the owner. */

export const TEST_TITLE = 'The shop can send mail'
const TEST =
  'You asked for this email in the owner’s room. It left the shop as every other email does. If you found it among spam, look at SPF, DKIM and DMARC in docs/deploy.md.'

export const SECURITY_TITLE = 'Your sign-in was changed'
const CHANGES: Readonly<Record<MailData['security']['change'], string>> = {
  'app-on': 'An authenticator app was set up for the owner’s room. The sign-in needs its code from now on.',
  'app-off': 'The authenticator app of the owner’s room was removed. The sign-in needs a password only.',
  password: 'The password of the owner’s room was changed, and everybody was signed out.',
  everywhere: 'Everybody was signed out of the owner’s room.',
}
const NOT_YOU =
  'If that was not you, run npm run owner where the shop runs: it sets a new password, removes the app and ends all sessions.'

/** The mail that the owner asks for, to see that mail arrives. */
export function testMail(context: MailContext): MailContent {
  return note(TEST_TITLE, TEST, context)
}

/** The mail after each change of the owner's sign-in. */
export function securityMail({ change }: MailData['security'], context: MailContext): MailContent {
  return note(SECURITY_TITLE, `${CHANGES[change]} ${NOT_YOU}`, context)
}

function note(title: string, text: string, { market, origin, sender }: MailContext): MailContent {
  return {
    headers: {},
    html: page({
      locale: MARKETS[market].locale,
      title,
      preheader: text,
      origin,
      picture: null,
      content: [heading(title), paragraph(text, {})].join('\n'),
      foot: `Sent by the owner’s room.${sender && `<br>${escapeHtml(sender)}`}`,
    }),
    text: `${title.toUpperCase()}\n\n${wrap(text)}\n\n--\n${sender && `${wrap(sender)}\n`}`,
  }
}
