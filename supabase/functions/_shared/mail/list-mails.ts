import { z } from 'zod'
import { MARKETS } from '../markets/markets.ts'
import { oneLine } from '../text/text.ts'
import { button, footLink, greetingName, type MailContext, mailTemplate, paragraph, shelf } from './layout.ts'
import { hasVol2Shipped, ships } from './shipping.ts'

const listData = z.object({ firstName: z.string(), email: z.string() })

function hello(firstName: string): string {
  const name = greetingName(firstName)
  return `Hello${name && ` ${name}`}.`
}

function shelfOf({ origin, store }: MailContext) {
  const { symbol, vol2Handle, sellsLimitedEdition } = MARKETS[store.market]
  const row = (title: string, price: string, handle: string, note: string) => ({
    ...{ title, note, price: `From ${symbol}${price}` },
    link: `${origin}/${store.market}/product/${handle}`,
  })
  const when = `${hasVol2Shipped(store) ? 'Ships' : 'Pre-order, ships'} ${ships(store, 'gift-edition')}`
  const vol2 = `${when}. ${symbol}25 Gift Envelope included.`
  const vol1 = `${store.vol1Copies} copies, and then no more.`
  return shelf([
    row('Vol. II: Magical You', '59', vol2Handle, vol2),
    ...(sellsLimitedEdition ? [row('Vol. I: The Phoenix Edition', '59', 'vol-i-phoenix-edition', vol1)] : []),
    row('Magic Wand', '34', 'magic-wand', 'Any style opens every Wizard Box.'),
  ])
}

/** The welcome mail of a new subscriber, with one-click unsubscribe headers. */
export const welcomeMail = mailTemplate(
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
export const rejoinMail = mailTemplate(
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
