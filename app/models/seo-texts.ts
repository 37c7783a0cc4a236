import { type Facts, factsOf } from './facts.ts'
import { MARKETS, type Market } from './market.ts'
import { storeTitle } from './page-messages.ts'

/** Title and meta description of a page; without a description the page is not indexed. */
export type SeoText = { readonly title: string; readonly description: string }

/** A title with the name of the store, and the description in each market. */
function inEach(title: string, us: string, uk: string): Record<Market, SeoText> {
  return {
    us: { title: storeTitle(title, 'us'), description: us },
    uk: { title: storeTitle(title, 'uk'), description: uk },
  }
}

/** The same texts in both markets, but for the name of the store. */
function both(title: string, description: string): Record<Market, SeoText> {
  return inEach(title, description, description)
}

/** What is printed to order: its texts say where the store ships to. */
function merch(title: string, description: string): Record<Market, SeoText> {
  const inMarket = (market: Market) => `${description} Ships to ${MARKETS[market].shipsTo}.`
  return inEach(title, inMarket('us'), inMarket('uk'))
}

const US = factsOf('us')
const UK = factsOf('uk')

function replyPromise({ replyWithin }: Facts): string {
  return `Write to us about an order, a wand, a return or a story for the press. You will have a reply within ${replyWithin}.`
}

const VOL_1: SeoText = {
  title: `Vol. I: The Phoenix Edition, ${UK.vol1Copies} copies | Wizard Box`,
  description: `A hand-made box in the shape of a book, signed and numbered. ${UK.vol1Copies} copies in Ashborn, Sunfire and Ember. Opens at the touch of a wand. UK & EU only.`,
}

/** Texts by the path of their page, or by kind or handle of their product. */
export const SEO_TEXTS = {
  '/': {
    us: {
      title: 'Wizard Box: the book that opens with a magic wand',
      description:
        'A book-shaped box for the things you keep. Touch a wand to the cover and it opens. Boxes, six wands and gifts, shipped within the United States.',
    },
    uk: {
      title: 'Wizard Box: the book that opens with a magic wand, UK & EU',
      description:
        'A book-shaped box for the things you keep. Touch a wand to the cover and it opens. Two volumes, six wands and gifts, shipped to the UK and EU.',
    },
  },
  '/products': inEach(
    'Wizard Boxes & Wands',
    `The book-shaped box that opens for a wand, six magic wands, bundles and merch. In US dollars, with free shipping over ${US.freeShippingOver}.`,
    `Two volumes of the book-shaped box that opens for a wand, six magic wands, bundles and merch. In pounds, with free shipping over ${UK.freeShippingOver}.`,
  ),
  boxes: inEach(
    'Wizard Boxes',
    'Vol. II: Magical You, the book-shaped box that opens for a wand. Take the box alone, or with a Classic or Premium Wand.',
    'Vol. I: The Phoenix Edition and Vol. II: Magical You. Book-shaped boxes that open for a wand, alone or with one of six wands.',
  ),
  'vol-1': { us: VOL_1, uk: VOL_1 },
  'vol-2': inEach(
    'Vol. II: Magical You',
    'A midnight blue box in the shape of a book. It opens at the touch of a wand and comes with a free Gift Edition Envelope. Ships to the US only.',
    'A midnight blue box in the shape of a book. It opens at the touch of a wand and comes with a free Gift Edition Envelope. Ships to the UK and EU.',
  ),
  wand: {
    us: {
      title: 'Magic Wand: six styles, each opens a Wizard Box | US',
      description: `Three dragons, two unicorns and a phoenix. Choose one of six magic wands. Any of them opens any Wizard Box. ${US.wandReturnDays}-day returns, US shipping.`,
    },
    uk: {
      title: 'Magic Wand: six styles, each opens a Wizard Box | UK & EU',
      description: `Three dragons, two unicorns and a phoenix. Choose one of six magic wands. Any of them opens any Wizard Box. ${UK.wandReturnDays}-day returns, UK & EU shipping.`,
    },
  },
  'collectors-set': {
    us: {
      title: 'Magic Wand Collector’s Set: build a bundle | Wizard Box US',
      description:
        'Choose three, four, five or all six magic wands and pay less than one by one. Every wand opens every Wizard Box. Ships to the United States.',
    },
    uk: {
      title: 'Magic Wand Collector’s Set: build a bundle | Wizard Box UK',
      description:
        'Choose three, four, five or all six magic wands and pay less than one by one. Every wand opens every Wizard Box. Ships to the UK and EU.',
    },
  },
  'keyhole-tote': merch(
    'Keyhole Tote, Natural or Midnight',
    'A canvas tote with the keyhole on the front, printed after you order. It carries almost anything and locks nothing.',
  ),
  'magical-af-mug': merch(
    'Magical AF Mug, 11 oz',
    'An 11 oz mug for mornings when you are, and mornings when you need telling. Printed after you order.',
  ),
  '/about': both(
    'Our Story',
    'A wizard-themed company failed. Our founder bought back some of the pieces and made a box that opens for a wand. Independent, and staying so.',
  ),
  '/faq': {
    us: {
      title: 'FAQ: boxes, wands, gifts, shipping, returns | Wizard Box US',
      description:
        'Short, true answers about the Wizard Box, its wands, gifts and magic words, US shipping, returns, and looking after what you bought.',
    },
    uk: {
      title: 'FAQ: boxes, wands, gifts, delivery, returns | Wizard Box UK',
      description:
        'Short, true answers about the Wizard Box, its wands, gifts and magic words, UK and EU delivery, returns, and looking after what you bought.',
    },
  },
  '/contact': inEach('Contact us', replyPromise(US), replyPromise(UK)),
  '/press': both(
    'Press: facts, story and pictures',
    'Quick facts, our story in two lengths, and a press kit with brand assets, the press release and product images.',
  ),
  '/gift': {
    us: {
      title: 'Give a Wizard Box: envelope and magic words | Wizard Box US',
      description:
        'Give Vol. II: Magical You with a free Gift Edition Envelope: a letter, a seal and magic words. There is a letter to print, too. US shipping only.',
    },
    uk: {
      title: 'Give a Wizard Box: envelope and magic words | Wizard Box UK',
      description:
        'Give Vol. II: Magical You with a free Gift Edition Envelope: a letter, a seal and magic words. There is a letter to print, too. UK & EU shipping.',
    },
  },
  '/gift-download': both(
    'The printable gift letter',
    'A Letter of Gift to print at home, with room for two names and the magic words. The code arrives by email after purchase.',
  ),
  '/redeem': inEach(
    'Redeem a gift: say the magic words',
    'Were you given a Wizard Box? Enter the magic words from your Redemption Card or letter. Your gift ships free within the United States.',
    'Were you given a Wizard Box? Enter the magic words from your Redemption Card or letter. Your gift ships free to the UK and EU.',
  ),
  '/waitlist': inEach(
    'The Vol. II waitlist',
    'Leave your name and email, and we will tell you when there is a Vol. II: Magical You ready to ship in the United States.',
    'Leave your name and email, and we will tell you when there is a Vol. II: Magical You ready to ship to the UK and EU.',
  ),
  '/subscribe': both(
    'Stay Connected',
    'News of volumes, wands and the odd secret, by email. We write when there is something to open, and not otherwise.',
  ),
  '/privacy-policy': inEach(
    'Privacy Policy',
    'What we collect, why, for how long and who helps us. Your rights in your state, and every cookie by name.',
    'What we collect, why, for how long and who helps us. Your rights under UK and EU law, and every cookie by name.',
  ),
  '/terms-and-conditions': inEach(
    'Terms, Returns and Safety',
    `Ordering, shipping and refunds. Most items ${US.returnDays} days, wands ${US.wandReturnDays} days. Read the magnet safety warning before you buy.`,
    'Ordering, delivery, refunds and your right to cancel, with the model form. Read the magnet safety warning before you buy.',
  ),
  '/cart': both('Shopping Cart', ''),
  '/redeem/review': both('Review your gift', ''),
  '/redeem/success': both('Your gift is in the cart', ''),
} as const satisfies Record<string, Record<Market, SeoText>>

export type SeoKey = keyof typeof SEO_TEXTS
