import { MARKETS } from '../markets/markets.ts'
import { greetingName, type MailContent, type MailContext, type MailData, oneLine } from './mail.ts'
import {
  button,
  escapeHtml,
  facts,
  footLink,
  heading,
  page,
  paragraph,
  SANS,
  SERIF,
  space,
  steps,
  wrap,
} from './parts.ts'
import { envelopePosted, INDEPENDENT, isPreOrder, shipsRow, vol2Ships, vol2Soon } from './shop.ts'

const COUNTS = ['No', 'One', 'Two', 'Three', 'Four', 'Five', 'Six', 'Seven']

/** The gift as named in the mail: `Gift Bundle - Classic Wand` is a box with a Classic Wand. */
export function giftName(giftTitle: string): string {
  const title = giftTitle.toLowerCase()
  if (title.includes('premium')) return 'Vol. II: Magical You, with a Premium Wand'
  if (title.includes('classic') || title.includes('standard'))
    return 'Vol. II: Magical You, with the Classic Wand'
  return 'Vol. II: Magical You, Wizard Box only'
}

function headline(words: string): string {
  const count = words.split(/\s+/).filter(Boolean).length
  return `${COUNTS[count] ?? 'The'} words, and the box is theirs`
}

/** URL of the letter with the magic words, or of the page of the blank letter. */
function letterUrl(data: MailData['gift-code'], { market, origin }: MailContext): string {
  return origin + (data.letterPath ?? `/${market}/gift-download`)
}

function closing(data: MailData['gift-code'], context: MailContext): string {
  const once = 'The words work once, in the market where the gift was bought.'
  const box = isPreOrder(context)
    ? `The box follows in ${vol2Soon(context)}.`
    : `The box ships ${vol2Ships(context)}.`
  if (data.wrapping === 'printable-only')
    return `${once} Print the letter, write in their name, and hand it over. ${box}`
  return `${once} Your envelope ${MARKETS[context.market].english === 'american' ? 'ships' : 'is posted'} ${envelopePosted(context)}, untracked. ${box}`
}

/** As the shop says below the price (`app/models/cart-line-words.ts`). */
const GOES_TO = 'The box ships to whoever says the words: you, or somebody you love.'
const FOR_YOURSELF = 'For yourself? Say them now'

const SAFETY = 'Safety: the wands contain a small magnet, dangerous if swallowed. Not for children under 14.'

/** UK and EU law: every order mail must say how to cancel. */
const hasRightToCancel = (market: MailContext['market']) => MARKETS[market].consumerRights === 'uk-eu'
const returnsLine = (terms: string) => `Returns and your right to cancel: see ${terms}`

function returnsUrl({ market, origin }: MailContext): string {
  return `${origin}/${market}/terms-and-conditions#cancel`
}

/** Translating programs must leave them alone, and people who read no English should know what they are. */
const ENGLISH_WORDS = 'They are English words: type them as they are.'

function wordsFrame(words: string): string {
  return `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="margin:28px 0 0"><tr><td style="background-color:#0b1412;padding:5px;border-radius:2px"><table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0"><tr><td align="center" style="border:1px solid #c9993f;padding:24px 16px 26px"><p style="margin:0;font:600 14px/20px ${SANS};color:#b7c0ba">The magic words</p><p class="words" lang="en" translate="no" style="margin:8px 0 0;font:400 32px/42px ${SERIF};color:#e9cb82">${escapeHtml(words)}</p><p style="margin:8px 0 0;font:400 14px/20px ${SANS};color:#b7c0ba">${ENGLISH_WORDS}</p></td></tr></table></td></tr></table>`
}

function factRows(data: MailData['gift-code'], context: MailContext): (readonly [string, string])[] {
  return [
    ['Gift', giftName(data.giftTitle)],
    ...(data.wand === undefined
      ? []
      : [['Wand', `${oneLine(data.wand, 40)}, or another of their choice`] as const]),
    ['Wrapping', data.wrapping === 'gift-edition' ? 'Gift Edition Envelope' : 'Printable letter'],
    ['Market', `${MARKETS[context.market].name} only`],
    shipsRow(context),
  ]
}

function textOf(data: MailData['gift-code'], context: MailContext, words: string, name: string): string {
  const { market, origin, sender } = context
  const rows = factRows(data, context).map(([label, value]) => `  ${label.padEnd(10)} ${value}`)
  return `WIZARD BOX

${headline(words).toUpperCase()}

${wrap(`${name === '' ? 'Thank you.' : `Thank you, ${name}.`} Your gift of Vol. II: Magical You is ready to be given. Keep the words from prying eyes until it is time.`)}

  The magic words:  ${words}
  ${ENGLISH_WORDS}

${rows.join('\n')}

Download the printable letter, with the words in it:
${letterUrl(data, context)}

About the letter: ${origin}/${market}/gift-download

${wrap(GOES_TO)}
${FOR_YOURSELF} ${origin}/${market}/redeem

How it works
1. Give the words. In the envelope, in the letter, or whispered.
2. They say them at ${origin}/${market}/redeem
3. We send the box. Free delivery to their own door.

${wrap(closing(data, context).replaceAll('–', '-'))}

${wrap(SAFETY)}
${hasRightToCancel(market) ? `\n${returnsLine(`Returns & Refunds, ${returnsUrl(context)}`)}\n` : ''}
--
Some Treasures Deserve More Than a Drawer
You receive this because you bought a gift, order ${oneLine(data.orderName, 40)}.
Questions? ${origin}/${market}/contact
${sender && `${wrap(sender)}\n`}${wrap(INDEPENDENT)}
`
}

/** The mail with the magic words, to the purchaser of the gift. */
export function giftCodeMail(data: MailData['gift-code'], context: MailContext): MailContent {
  const { market, origin, sender } = context
  const words = oneLine(data.words)
  const name = greetingName(data.firstName)
  const thanks = name === '' ? 'Thank you.' : `Thank you, ${escapeHtml(name)}.`
  return {
    headers: {},
    html: page({
      locale: MARKETS[market].locale,
      title: 'Your magic words | Wizard Box',
      preheader: 'Your gift is ready. The magic words are inside.',
      origin,
      picture: { file: 'gift.jpg', alt: 'The Gift Edition Envelope, sealed with red wax' },
      content: [
        heading(headline(words)),
        paragraph(
          `${thanks} Your gift of <b>Vol. II: Magical You</b> is ready to be given. Below are the magic words. Keep them from prying eyes until it is time.`,
        ),
        wordsFrame(words),
        facts(factRows(data, context).map(([label, value]) => [label, escapeHtml(value)] as const)),
        space(26),
        button('Print the letter', letterUrl(data, context)),
        paragraph(GOES_TO, { top: 26, align: 'center' }),
        space(16),
        button(FOR_YOURSELF, `${origin}/${market}/redeem`),
        steps([
          ['Give the words', 'In the envelope, in the letter, or whispered.'],
          ['They say them', `At ${new URL(origin).host}, under Redeem a Gift.`],
          ['We send the box', 'Free delivery to their own door.'],
        ]),
        paragraph(escapeHtml(closing(data, context)), { top: 26, soft: true }),
        paragraph(SAFETY, { top: 14, soft: true }),
        paragraph(
          hasRightToCancel(market)
            ? returnsLine(
                `<a href="${escapeHtml(returnsUrl(context))}" style="color:#765214">Returns &amp; Refunds</a>`,
              )
            : '',
          { top: 14 },
        ),
      ].join('\n'),
      foot: `You receive this because you bought a gift, order ${escapeHtml(oneLine(data.orderName, 40))}.<br>Questions? ${footLink('Write to us', `${origin}/${market}/contact`)}.${sender && `<br>${escapeHtml(sender)}`} ${INDEPENDENT}`,
    }),
    text: textOf(data, context, words, name),
  }
}
