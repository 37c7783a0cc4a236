import { z } from 'zod'
import { MINIMUM_AGE } from '../markets/figures.ts'
import { MARKETS } from '../markets/markets.ts'
import { oneLine } from '../text/text.ts'
import {
  bold,
  button,
  facts,
  footLink,
  greetingName,
  link,
  type MailContext,
  mailTemplate,
  paragraph,
  steps,
  wordsFrame,
} from './layout.ts'
import { hasVol2Shipped, isPosted, ships } from './shipping.ts'

const PICTURE = { file: 'gift.jpg', alt: 'The Gift Edition Envelope, sealed with red wax' }
const COUNTS = ['No', 'One', 'Two', 'Three', 'Four', 'Five', 'Six', 'Seven']
/** Translating programs must leave them alone, and people who read no English should know what they are. */
const ENGLISH_WORDS = 'They are English words: type them as they are.'
/** As the shop says below the price (`app/models/cart-line-words.ts`). */
const GOES_TO = 'The box ships to whoever says the words: you, or somebody you love.'
const SAFETY = `Safety: the wands contain a small magnet, dangerous if swallowed. Not for children under ${MINIMUM_AGE}.`

/** The gift as named in mails: `Gift Bundle - Classic Wand` is a box with a Classic Wand. */
function giftRow(giftTitle: string) {
  const title = giftTitle.toLowerCase()
  const wand = title.includes('premium')
    ? 'with a Premium Wand'
    : /classic|standard/.test(title)
      ? 'with the Classic Wand'
      : 'Wizard Box only'
  return ['Gift', `Vol. II: Magical You, ${wand}`] as const
}

const giftCodeData = z.object({
  firstName: z.string(),
  words: z.string(),
  giftTitle: z.string(),
  wrapping: z.enum(['gift-edition', 'printable-only']),
  /** The premium style that the giver has chosen. */
  wand: z.string().optional(),
  orderName: z.string(),
  /** Path of the letter with the magic words; without it, mails link to the page of the blank letter. */
  letterPath: z.string().startsWith('/').optional(),
})

function closing(isEnvelope: boolean, when: string, { store }: MailContext): string {
  // The announced month without its year.
  const box = hasVol2Shipped(store)
    ? `The box ships ${when}.`
    : `The box follows in ${when.replace(/ \d+$/, '')}.`
  const wrapping = isEnvelope
    ? `Your envelope ${isPosted(store.market)} ${ships(store, 'envelope')}, untracked.`
    : 'Print the letter, write in their name, and hand it over.'
  return `The words work once, in the market where the gift was bought. ${wrapping} ${box}`
}

/** The mail with the magic words, to the purchaser of the gift. */
export const giftCodeMail = mailTemplate(
  giftCodeData,
  () => 'Your magic words',
  (data, context) => {
    const { origin, store } = context
    const { name: storeName, consumerRights } = MARKETS[store.market]
    const isEnvelope = data.wrapping === 'gift-edition'
    const words = oneLine(data.words)
    const name = greetingName(data.firstName)
    const wand = data.wand && `${oneLine(data.wand, 40)}, or another of their choice`
    const when = ships(store, 'gift-edition')
    const shop = `${origin}/${store.market}`
    return {
      heading: `${COUNTS[words.split(/\s+/).length] ?? 'The'} words, and the box is theirs`,
      preheader: 'Your gift is ready. The magic words are inside.',
      picture: PICTURE,
      parts: [
        paragraph([
          `Thank you${name && `, ${name}`}. Your gift of `,
          bold('Vol. II: Magical You'),
          ' is ready to be given. Below are the magic words. Keep them from prying eyes until it is time.',
        ]),
        wordsFrame('The magic words', words, ENGLISH_WORDS),
        facts([
          giftRow(data.giftTitle),
          ...(wand ? [['Wand', wand] as const] : []),
          ['Wrapping', isEnvelope ? 'Gift Edition Envelope' : 'Printable letter'],
          ['Market', `${storeName} only`],
          ['Ships', `${when.charAt(0).toUpperCase()}${when.slice(1)}, tracked`],
        ]),
        button('Print the letter', data.letterPath ? origin + data.letterPath : `${shop}/gift-download`),
        paragraph(GOES_TO, { top: 26, align: 'center' }),
        button('For yourself? Say them now', `${shop}/redeem`, 16),
        steps([
          ['Give the words', 'In the envelope, in the letter, or whispered.'],
          ['They say them', `At ${new URL(origin).host}, under Redeem a Gift.`],
          ['We send the box', 'Free delivery to their own door.'],
        ]),
        paragraph(closing(isEnvelope, when, context), { top: 26, soft: true }),
        paragraph(SAFETY, { soft: true }),
        // UK and EU law: every order mail must say how to cancel.
        ...(consumerRights === 'uk-eu'
          ? [
              paragraph([
                'Returns and your right to cancel: see ',
                link('Returns & Refunds', `${shop}/terms-and-conditions#cancel`),
              ]),
            ]
          : []),
      ],
      foot: [
        `You receive this because you bought a gift, order ${oneLine(data.orderName, 40)}.`,
        ['Questions? ', footLink('Write to us', `${shop}/contact`)],
      ],
    }
  },
)
