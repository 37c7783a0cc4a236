import { z } from 'zod'
import { type Company, isGiven } from '../forms/company-facts.ts'
import { LIST_PRICES, LIST_VALUES } from '../markets/figures.ts'
import { MARKET_IDS, MARKETS } from '../markets/markets.ts'
import { oneLine } from '../text/text.ts'
import { giftCodeMail } from './gift-mails.ts'
import {
  bold,
  button,
  facts,
  footLink,
  greetingName,
  layOut,
  link,
  type MailContext,
  mailTemplate,
  paragraph,
  quote,
  shelf,
} from './layout.ts'
import type { Mail } from './message.ts'
import { hasVol2Shipped, shippingOf, ships } from './shipping.ts'

/** The mails of the mailing list, those to the shop and its owner, and how any mail is rendered. */

const listData = z.object({ firstName: z.string(), email: z.string() })

function hello(firstName: string): string {
  const name = greetingName(firstName)
  return `Hello${name && ` ${name}`}.`
}

function shelfOf({ origin, store }: MailContext) {
  const { symbol, vol2Handle, sellsLimitedEdition } = MARKETS[store.market]
  const row = (title: string, price: number, handle: string, note: string) => ({
    ...{ title, note, price: `From ${symbol}${price}` },
    link: `${origin}/${store.market}/product/${handle}`,
  })
  const when = `${hasVol2Shipped(store) ? 'Ships' : 'Pre-order, ships'} ${ships(store, 'gift-edition')}`
  const vol2 = `${when}. ${symbol}${LIST_VALUES.envelope} Gift Envelope included.`
  const vol1 = `${store.vol1Copies} copies, and then no more.`
  return shelf([
    row('Vol. II: Magical You', LIST_PRICES.boxOnly, vol2Handle, vol2),
    ...(sellsLimitedEdition
      ? [row('Vol. I: The Phoenix Edition', LIST_PRICES.boxOnly, 'vol-i-phoenix-edition', vol1)]
      : []),
    row('Magic Wand', LIST_PRICES.classicWand, 'magic-wand', 'Any style opens every Wizard Box.'),
  ])
}

/** The welcome mail of a new subscriber, with one-click unsubscribe headers. */
const welcomeMail = mailTemplate(
  listData.extend({ unsubscribeToken: z.string() }),
  () => 'Welcome to the magic',
  (data, context) => {
    const shop = `${context.origin}/${context.store.market}`
    const leave = `${shop}/unsubscribe?token=${encodeURIComponent(data.unsubscribeToken)}`
    return {
      headers: {
        'List-Unsubscribe': `<${leave}>`,
        'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      },
      heading: 'Welcome to the magic',
      preheader: 'We write when there is something to open.',
      picture: {
        file: 'welcome.jpg',
        alt: 'A midnight-blue Wizard Box in a keyhole of light, a wand touching its cover',
      },
      parts: [
        paragraph(
          `${hello(data.firstName)} You've been added to our mailing list. We write when there is something to open: a new volume, a restock, the odd secret. On days when nothing has happened, nothing arrives.`,
        ),
        paragraph('Until then, the shelf:', { top: 20 }),
        shelfOf(context),
        button('See everything', `${shop}/products`, 30),
      ],
      foot: [
        `You receive this because ${oneLine(data.email)} joined our list.`,
        [footLink('Leave the list', leave)],
        [footLink('Privacy Policy', `${shop}/privacy-policy`)],
      ],
    }
  },
)

const REJOIN_TITLE = 'Join our mailing list again?'
const REJOIN =
  'Somebody entered this address to join our mailing list, which you left. If that was you, confirm it. If not, do nothing: you are not on the list, and we do not write to you.'

/** The mail that asks whoever has left the list whether they want to be on it again. */
const rejoinMail = mailTemplate(
  listData.extend({ rejoinToken: z.string() }),
  () => REJOIN_TITLE,
  (data, { origin, store }) => {
    const query = `token=${encodeURIComponent(data.rejoinToken)}&again=yes`
    return {
      heading: REJOIN_TITLE,
      preheader: REJOIN,
      parts: [
        paragraph(`${hello(data.firstName)} ${REJOIN}`),
        button('Join again', `${origin}/${store.market}/unsubscribe?${query}`),
      ],
      foot: [`You receive this because somebody entered ${oneLine(data.email)}.`],
    }
  },
)

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
const contactMail = mailTemplate(
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
const testMail = mailTemplate(
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
const securityMail = mailTemplate(
  z.object({ change: z.enum(['app-on', 'app-off', 'password', 'everywhere']) }),
  () => SECURITY_TITLE,
  ({ change }) => note(SECURITY_TITLE, `${CHANGES[change]} ${NOT_YOU}`),
)

export const TEMPLATES = {
  welcome: welcomeMail,
  rejoin: rejoinMail,
  'gift-code': giftCodeMail,
  'contact-to-shop': contactMail,
  test: testMail,
  security: securityMail,
}
export type MailTemplate = keyof typeof TEMPLATES
/** What the outbox stores of a mail, by template. */
export type MailData = { readonly [T in MailTemplate]: z.output<(typeof TEMPLATES)[T]['schema']> }

export const storedMail = z.object({
  id: z.string(),
  template: z.enum(Object.keys(TEMPLATES) as MailTemplate[]),
  to_email: z.string(),
  reply_to: z.string().nullable(),
  subject: z.string(),
  market: z.enum(MARKET_IDS),
  data: z.unknown(),
})

/**
 * Renders a stored mail. Replies go to its reply address, else to the company's, else to the sender.
 * @param origin scheme and host of the shop, for links @param now Unix time, ms
 * @throws ZodError if the stored data does not match its template
 */
export function renderMail(
  stored: z.output<typeof storedMail>,
  { origin, now, company }: { origin: string; now: number; company: Company },
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
