import { MARKETS, type Market, otherMarkets } from '../models/market.ts'
import type { OptionChoice } from '../models/option-choice.ts'
import { HANDLES, productPath } from '../models/product.ts'
import { envelopeBy, formatDay, isPosted, ships } from '../models/shipping-dates.ts'
import { PREMIUM_COUNT } from '../models/wands.ts'
import { capitalizeFirst, type PageFacts } from './page-facts.ts'

/** Headline and text at the top, which depend on the date. */
export function giftOffer(f: PageFacts) {
  return {
    title: f.isForChristmas ? `Something sealed for ${f.envelopeOccasion}` : 'Something sealed to hand over',
    text: f.isForChristmas
      ? `The box arrives in the new year. The Gift Edition Envelope ${isPosted(f.market)} first, ${f.envelopeShipsNow}, so there is a seal to break on the day.`
      : 'First the letter, then the box. The Gift Edition Envelope comes free with Vol.\u00a0II: Magical\u00a0You, and there is a letter you can print today.',
    badge: 'with Vol. II: Magical You',
    button: f.isPreOrder ? 'Pre-order Vol. II' : 'Order Vol. II',
    letter: 'Printable letter',
  }
}

/** What comes when, from today. */
export function giftDates(f: PageFacts) {
  const by = formatDay(envelopeBy(f), f.market)
  const box = ships(f, 'gift-edition')
  return {
    title: 'What comes when',
    dates: [
      { name: 'The letter', when: 'In minutes', text: 'Print it yourself. The magic words come by email.' },
      { name: 'The envelope', when: `By ${by}`, text: 'Posted to you, untracked.' },
      {
        name: 'The box',
        when: f.isPreOrder ? box : capitalizeFirst(box),
        text: 'Shipped, tracked, to whoever says the words.',
      },
    ],
    late: `Needed before ${by}? Take the printable letter.`,
  }
}

export const PIECES_TITLE = 'Seven pieces in one envelope'

/** When the envelope and the box are shipped. */
export function envelopeNote(f: PageFacts): string {
  const posted = f.store.english === 'american' ? 'Ships' : 'Posted'
  if (f.envelopeShipsNow === f.giftShipsNow)
    return `Both ship ${f.giftShipsNow}: the envelope untracked, the box tracked.`
  const box = f.envelopesGoFirst ? `The box follows in ${f.giftShipsNow}` : `The box ships ${f.giftShipsNow}`
  return `${posted} ${f.envelopeShipsNow}, untracked. ${box}, tracked.`
}

/** The pictures; the film follows them. */
export const GALLERY = {
  open: 'Vol. II, open',
  letter: 'The letter, to print at home',
  shelf: 'Closed, on a shelf',
} as const

export const GIVING_TITLE = 'How giving works'

export const GIVING_STEPS = [
  {
    title: 'Choose the gift',
    text: 'Order Vol. II with or without a wand. The envelope is added free.',
  },
  {
    title: 'Seal the envelope',
    text: 'It reaches you open. Sign the letter, add a note, press on the seal.',
  },
  {
    title: 'They say the magic words',
    text: 'The code on the card claims the box, with free shipping to their own door.',
  },
] as const

/** Where a gift can be redeemed, and for whom another store is the right one: its name, a link, ends each of `others`. */
export function givingNote(market: Market) {
  return {
    text: `A gift can only be redeemed in the store where it was bought. This store ships to ${MARKETS[market].region}.`,
    others: otherMarkets(market).map((other) => ({
      market: other,
      text: `If your person is in ${MARKETS[other].customersIn}, buy from the`,
      store: MARKETS[other].storeName,
    })),
  }
}

export const OPTIONS_TITLE = 'Three ways to give it'

/** The three ways to give, each a link to the Vol. II page with the option chosen. Spec: 9 Gift page copy prices */
export function giftOptions(f: PageFacts) {
  const page = productPath(f.market, HANDLES.vol2[f.market])
  const href = (option: OptionChoice) => `${page}?option=${option}&wrapping=gift-edition`
  return [
    {
      option: 'box-only',
      title: 'Wizard Box only',
      text: 'For someone with a wand.',
      price: f.boxOnlyPrice,
      href: href('box-only'),
    },
    {
      option: 'classic-wand',
      title: 'Complete Set with Classic Wand',
      text: 'Dragon & Elder included.',
      price: f.classicSetPrice,
      href: href('classic-wand'),
    },
    {
      option: 'premium-wand',
      title: 'Complete Set with Premium Wand',
      text: `One of ${PREMIUM_COUNT} premium wands. The person you give it to makes the final choice.`,
      price: f.premiumSetPrice,
      href: href('premium-wand'),
    },
  ]
}

export const LATE = {
  title: 'Left it late?',
  text: 'Download the printable letter and write it by hand. The magic words come by email after purchase.',
  link: 'Download the letter (PDF)',
} as const

export const GIVEN = {
  title: 'Were you given one?',
  text: 'Have your Redemption Card ready and say the words.',
  link: 'Redeem a gift',
} as const
