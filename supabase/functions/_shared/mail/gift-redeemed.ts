import { MARKETS } from '../markets/markets.ts'
import { giftName } from './gift-code.ts'
import { greetingName, type MailContent, type MailContext, type MailData, oneLine } from './mail.ts'
import { button, escapeHtml, facts, footLink, heading, page, paragraph, space, wrap } from './parts.ts'
import { INDEPENDENT, shipsRow } from './shop.ts'

/** What one of the two is told: the giver, or whoever said the words. */
type Told = {
  readonly heading: string
  readonly text: string
  readonly rows: readonly (readonly [string, string])[]
  readonly link: readonly [label: string, path: string]
  readonly why: string
}

function tell(data: MailData['gift-redeemed'], context: MailContext): Told {
  const { market } = context
  const name = greetingName(data.firstName)
  const gift = ['Gift', giftName(data.giftTitle)] as const
  const ships = shipsRow(context)
  const order = ['Order', oneLine(data.orderName, 40)] as const
  if (data.to === 'giver')
    return {
      heading: 'Your words were said',
      text: `${name === '' ? 'Good news.' : `Good news, ${name}.`} Somebody has said the magic words that you gave, and told us where to send the box. There is nothing left for you to do.`,
      rows: [gift, ships],
      link: ['Give another', `/${market}/gift`],
      why: `You receive this because you bought a gift, order ${order[1]}.`,
    }
  return {
    heading: 'The words have done their work',
    text: `${name === '' ? 'Your gift is ordered.' : `Your gift is ordered, ${name}.`} The box comes to the address that you gave, and its magic words are used up.`,
    rows: [gift, order, ships],
    link: ['Questions? Write to us', `/${market}/contact`],
    why: `You receive this because you redeemed a gift, order ${order[1]}.`,
  }
}

/** To the giver when the words were said, and to whoever said them. */
export function giftRedeemedMail(data: MailData['gift-redeemed'], context: MailContext): MailContent {
  const { market, origin, sender } = context
  const told = tell(data, context)
  const link = `${origin}${told.link[1]}`
  return {
    headers: {},
    html: page({
      locale: MARKETS[market].locale,
      title: `${told.heading} | Wizard Box`,
      preheader: 'The box is on its way.',
      origin,
      picture: { file: 'gift.jpg', alt: 'The Gift Edition Envelope, sealed with red wax' },
      content: [
        heading(told.heading),
        paragraph(escapeHtml(told.text)),
        facts(told.rows.map(([label, value]) => [label, escapeHtml(value)] as const)),
        space(26),
        button(told.link[0], link),
      ].join('\n'),
      foot: `${escapeHtml(told.why)}<br>Questions? ${footLink('Write to us', `${origin}/${market}/contact`)}.${sender && `<br>${escapeHtml(sender)}`} ${INDEPENDENT}`,
    }),
    text: `WIZARD BOX

${told.heading.toUpperCase()}

${wrap(told.text)}

${told.rows.map(([label, value]) => `  ${label.padEnd(10)} ${value}`).join('\n')}

${told.link[0]}: ${link}

--
Some Treasures Deserve More Than a Drawer
${wrap(told.why)}
Questions? ${origin}/${market}/contact
${sender && `${wrap(sender)}\n`}${wrap(INDEPENDENT)}
`,
  }
}
