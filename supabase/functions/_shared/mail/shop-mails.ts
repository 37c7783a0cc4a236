import { z } from 'zod'
import { MARKETS } from '../markets/markets.ts'
import { oneLine } from '../text/text.ts'
import { bold, button, facts, footLink, link, mailTemplate, paragraph, quote } from './layout.ts'

/** Mails to the shop and its owner. */

const HOUR_MS = 60 * 60 * 1000

const messageData = z
  .object({
    fullName: z.string(),
    email: z.string(),
    subject: z.string(),
    message: z.string(),
    wantsNews: z.boolean(),
    receivedAt: z.string(),
  })
  // Fields that the form has besides those of the specification.
  .catchall(z.unknown())

/** Further fields with their names as labels: `orderNumber` is `Order number`. */
function furtherFields(data: z.output<typeof messageData>): [string, string][] {
  const further = Object.entries(data).filter(([name]) => !Object.hasOwn(messageData.shape, name))
  return further.map(([name, value]) => {
    const words = name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
    return [words.charAt(0).toUpperCase() + words.slice(1), oneLine(String(value ?? ''))]
  })
}

/** A message of the contact form, sent to the shop; replies go to the visitor. */
export const contactMail = mailTemplate(
  messageData,
  ({ subject, fullName }) => `${oneLine(subject, 60)} from ${oneLine(fullName, 100)}`,
  (data, { origin, store }) => {
    const { locale, timeZone, name: storeName } = MARKETS[store.market]
    const name = oneLine(data.fullName, 100)
    const firstName = oneLine(name.split(' ')[0] ?? name, 40)
    const received = Date.parse(data.receivedAt)
    const formatTime = (time: number, parts: Intl.DateTimeFormatOptions) =>
      new Intl.DateTimeFormat(locale, {
        ...{ timeZone, day: 'numeric', month: 'long', hour: '2-digit', minute: '2-digit' },
        ...parts,
      }).format(time)
    const replyBy = formatTime(received + Number(store.replyHours) * HOUR_MS, {})
    const mailto = `mailto:${encodeURIComponent(data.email).replace('%40', '@')}?subject=${encodeURIComponent(`Re: ${data.subject}`)}`
    return {
      heading: `A message from ${name}`,
      preheader: oneLine(data.message, 90),
      parts: [
        facts([
          ['From', name],
          ['Email', [link(data.email, mailto)]],
          ['Subject', data.subject],
          ...furtherFields(data),
          ['Store', storeName],
          ['Mailing list', data.wantsNews ? 'Yes, asked to join' : 'No'],
          ['Received', formatTime(received, { year: 'numeric', timeZoneName: 'short' })],
        ]),
        quote(data.message),
        button(`Reply to ${firstName}`, mailto, 28),
        paragraph(
          [
            `The contact page promises a reply within ${store.replyHours} hours. That is `,
            bold(replyBy),
            '.',
          ],
          { top: 22, soft: true, align: 'center' },
        ),
      ],
      foot: [
        `Sent by the contact form. Replying to this mail answers ${firstName} directly.`,
        ['The message is also kept in the ', footLink('owner’s room', `${origin}/admin`)],
      ],
    }
  },
)

const note = (heading: string, text: string) => ({
  heading,
  preheader: text,
  parts: [paragraph(text)],
  foot: ['Sent by the owner’s room.'],
})

const TEST_TITLE = 'The shop can send mail'
const TEST =
  'You asked for this email in the owner’s room. It left the shop as every other email does. If you found it among spam, look at SPF, DKIM and DMARC in docs/deploy.md.'

/** The mail that the owner asks for, to see that mail arrives. */
export const testMail = mailTemplate(
  z.object({}),
  () => TEST_TITLE,
  () => note(TEST_TITLE, TEST),
)

const SECURITY_TITLE = 'Your sign-in was changed'
const CHANGES = {
  'app-on': 'An authenticator app was set up for the owner’s room. The sign-in needs its code from now on.',
  'app-off': 'The authenticator app of the owner’s room was removed. The sign-in needs a password only.',
  password: 'The password of the owner’s room was changed, and everybody was signed out.',
  everywhere: 'Everybody was signed out of the owner’s room.',
}
const NOT_YOU =
  'If that was not you, run npm run owner where the shop runs: it sets a new password, removes the app and ends all sessions.'

/** The mail after each change of the owner's sign-in. */
export const securityMail = mailTemplate(
  z.object({ change: z.enum(['app-on', 'app-off', 'password', 'everywhere']) }),
  () => SECURITY_TITLE,
  ({ change }) => note(SECURITY_TITLE, `${CHANGES[change]} ${NOT_YOU}`),
)
