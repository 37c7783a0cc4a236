import { MARKETS } from '../markets/markets.ts'
import { greetingName, type MailContent, type MailContext, type MailData, oneLine } from './mail.ts'
import { button, escapeHtml, footLink, heading, page, paragraph, shelf, space, wrap } from './parts.ts'
import { INDEPENDENT, isPreOrder, vol2Ships } from './shop.ts'

const OPENING =
  'You’ve been added to our mailing list. We write when there is something to open: a new volume, a restock, the odd secret. On days when nothing has happened, nothing arrives.'

function shelfOf(context: MailContext) {
  const { market, origin } = context
  const store = MARKETS[market]
  const product = (handle: string) => `${origin}/${market}/product/${handle}`
  const ships = vol2Ships(context)
  const vol2 = {
    title: 'Vol. II: Magical You',
    note: `${isPreOrder(context) ? 'Pre-order, ships' : 'Ships'} ${ships}. ${store.symbol}25 Gift Envelope included.`,
    link: product(store.vol2Handle),
    price: `From ${store.symbol}59`,
  }
  const vol1 = {
    title: 'Vol. I: The Phoenix Edition',
    note: `${context.announced.vol1Copies} copies, and then no more.`,
    link: product('vol-i-phoenix-edition'),
    price: `From ${store.symbol}59`,
  }
  const wand = {
    title: 'Magic Wand',
    note: 'Any style opens every Wizard Box.',
    link: product('magic-wand'),
    price: `From ${store.symbol}34`,
  }
  return store.sellsLimitedEdition ? [vol2, vol1, wand] : [vol2, wand]
}

/** The welcome mail of a new subscriber, with one-click unsubscribe headers. */
export function welcomeMail(data: MailData['welcome'], context: MailContext): MailContent {
  const { market, origin, sender } = context
  const name = greetingName(data.firstName)
  const hello = name === '' ? 'Hello.' : `Hello ${name}.`
  const shop = `${origin}/${market}/products`
  const leave = `${origin}/${market}/unsubscribe?token=${encodeURIComponent(data.unsubscribeToken)}`
  const rows = shelfOf(context)
  const email = oneLine(data.email)
  return {
    headers: {
      'List-Unsubscribe': `<${leave}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    },
    html: page({
      locale: MARKETS[market].locale,
      title: 'Welcome to the magic | Wizard Box',
      preheader: 'We write when there is something to open.',
      origin,
      picture: {
        file: 'welcome.jpg',
        alt: 'A midnight-blue Wizard Box in a keyhole of light, a wand touching its cover',
      },
      content: [
        heading('Welcome to the magic'),
        paragraph(`${escapeHtml(hello)} ${escapeHtml(OPENING)}`),
        paragraph('Until then, the shelf:', { top: 20 }),
        shelf(rows),
        button('See everything', shop),
      ].join('\n'),
      foot: `You receive this because ${escapeHtml(email)} joined our list.<br>${footLink('Leave the list', leave)} &nbsp;·&nbsp; ${footLink('Privacy Policy', `${origin}/${market}/privacy-policy`)}<br>${sender && `${escapeHtml(sender)} `}${INDEPENDENT}`,
    }),
    text: `WIZARD BOX

WELCOME TO THE MAGIC

${wrap(`${hello} ${OPENING.replaceAll('’', "'")}`)}

Until then, the shelf:

${rows.map((row) => `  ${row.title}, ${row.price.toLowerCase()}\n${wrap(row.note, '  ')}\n  ${row.link}`).join('\n\n')}

See everything: ${shop}

--
Some Treasures Deserve More Than a Drawer
You receive this because ${email} joined our list.
Leave the list: ${leave}
Privacy Policy: ${origin}/${market}/privacy-policy
${sender && `${wrap(sender)}\n`}${wrap(INDEPENDENT)}
`,
  }
}

export const REJOIN_TITLE = 'Join our mailing list again?'
const REJOIN =
  'Somebody entered this address to join our mailing list, which you left. If that was you, confirm it. If not, do nothing: you are not on the list, and we do not write to you.'

/** The mail that asks whoever has left the list. */
export function rejoinMail(data: MailData['rejoin'], context: MailContext): MailContent {
  const { market, origin, sender } = context
  const name = greetingName(data.firstName)
  const hello = name === '' ? 'Hello.' : `Hello ${name}.`
  const link = `${origin}/${market}/unsubscribe?token=${encodeURIComponent(data.rejoinToken)}&again=yes`
  const foot = `You receive this because somebody entered ${oneLine(data.email)}.`
  return {
    headers: {},
    html: page({
      locale: MARKETS[market].locale,
      title: REJOIN_TITLE,
      preheader: REJOIN,
      origin,
      picture: null,
      content: [
        heading(REJOIN_TITLE),
        paragraph(`${escapeHtml(hello)} ${escapeHtml(REJOIN)}`),
        space(28),
        button('Join again', link),
      ].join('\n'),
      foot: `${escapeHtml(foot)}<br>${sender && `${escapeHtml(sender)} `}${INDEPENDENT}`,
    }),
    text: `${REJOIN_TITLE.toUpperCase()}

${wrap(`${hello} ${REJOIN}`)}

Join again: ${link}

--
${wrap(foot)}
${sender && `${wrap(sender)}\n`}${wrap(INDEPENDENT)}
`,
  }
}
