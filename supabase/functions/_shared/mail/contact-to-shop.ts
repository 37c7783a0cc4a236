import { MARKETS, type Market } from '../markets/markets.ts'
import { type MailContent, type MailContext, type MailData, oneLine } from './mail.ts'
import { button, escapeHtml, facts, footLink, heading, page, paragraph, SANS, space, wrap } from './parts.ts'

const HOUR_MS = 60 * 60 * 1000

function formatTime(time: number, market: Market, parts: Intl.DateTimeFormatOptions): string {
  return new Intl.DateTimeFormat(MARKETS[market].locale, {
    timeZone: MARKETS[market].timeZone,
    ...parts,
  }).format(time)
}

/** What a message is about, and from whom. */
export function contactSubject({ subject, fullName }: MailData['contact-to-shop']): string {
  return `${oneLine(subject, 60)} from ${oneLine(fullName, 100)}`
}

/** Fields that the form has besides those of the specification, with their names as labels: `orderNumber` is `Order number`. */
function furtherFields({
  fullName: _name,
  email: _email,
  subject: _subject,
  message: _message,
  wantsNews: _news,
  receivedAt: _at,
  ...further
}: MailData['contact-to-shop']): [string, string][] {
  return Object.entries(further).map(([name, value]) => {
    const words = name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
    return [words.charAt(0).toUpperCase() + words.slice(1), oneLine(String(value ?? ''))]
  })
}

/** A message of the contact form, sent to the shop; replies go to the visitor. */
export function contactMail(data: MailData['contact-to-shop'], context: MailContext): MailContent {
  const { market, origin, sender, announced } = context
  const name = oneLine(data.fullName, 100)
  const firstName = name.split(' ')[0] ?? name
  const received = Date.parse(data.receivedAt)
  const receivedAt = formatTime(received, market, {
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    timeZoneName: 'short',
  })
  const replyBy = formatTime(received + Number(announced.replyHours) * HOUR_MS, market, {
    day: 'numeric',
    month: 'long',
    hour: '2-digit',
    minute: '2-digit',
  })
  const news = data.wantsNews ? 'Yes, asked to join' : 'No'
  const mailto = `mailto:${encodeURIComponent(data.email).replace('%40', '@')}?subject=${encodeURIComponent(`Re: ${data.subject}`)}`
  const rows: (readonly [string, string])[] = [
    ['From', name],
    ['Email', data.email],
    ['Subject', data.subject],
    ...furtherFields(data),
    ['Store', MARKETS[market].name],
    ['Mailing list', news],
    ['Received', receivedAt],
  ]
  const emailLink = `<a href="${escapeHtml(mailto)}" style="color:#765214">${escapeHtml(data.email)}</a>`
  const message = escapeHtml(data.message).replaceAll('\n', '<br>')
  return {
    headers: {},
    html: page({
      locale: MARKETS[market].locale,
      title: contactSubject(data),
      preheader: oneLine(data.message, 90),
      origin,
      picture: null,
      content: [
        `<p style="margin:0 0 10px;font:600 14px/20px ${SANS};color:#765214">${escapeHtml(data.subject)}</p>`,
        heading(`A message from ${name}`),
        facts(
          rows.map(([label, value]) => [label, label === 'Email' ? emailLink : escapeHtml(value)] as const),
        ),
        `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="margin:22px 0 0"><tr><td style="background-color:#fcfbf7;border-left:3px solid #c9993f;padding:20px 22px;font:400 16px/26px ${SANS};color:#15191a">${message}</td></tr></table>`,
        space(28),
        button(`Reply to ${oneLine(firstName, 40)}`, mailto),
        paragraph(
          `The contact page promises a reply within ${announced.replyHours} hours. That is <b>${escapeHtml(replyBy)}</b>.`,
          { top: 22, soft: true, align: 'center' },
        ),
      ].join('\n'),
      foot: `Sent by the contact form. Replying to this mail answers ${escapeHtml(oneLine(firstName, 40))} directly.<br>The message is also kept in the ${footLink('owner’s room', `${origin}/admin`)}.${sender && `<br>${escapeHtml(sender)}`}`,
    }),
    text: `WIZARD BOX

A MESSAGE FROM ${name.toUpperCase()}

${rows.map(([label, value]) => `  ${label.padEnd(13)} ${value}`).join('\n')}

${wrap(data.message, '> ')}

Reply to this mail to answer ${oneLine(firstName, 40)} directly.
The contact page promises a reply within ${announced.replyHours} hours: ${replyBy}.

--
Sent by the contact form. The message is also kept in the owner's room:
${origin}/admin
${sender && `${wrap(sender)}\n`}`,
  }
}
