import type { OptionChoice } from '../models/option-choice.ts'
import type { PictureName } from '../models/pictures.ts'
import { HANDLES, productPath } from '../models/product.ts'
import type { PageFacts } from './page-facts.ts'

/** Headline and text at the top, which depend on the date. */
export function giftOffer(f: PageFacts): {
  readonly title: string
  readonly text: string
  readonly button: string
} {
  const button = f.isPreOrder ? 'Pre-order Vol. II' : 'Order Vol. II'
  if (!f.isForChristmas) {
    const text =
      'First the letter, then the box. The Gift Edition Envelope comes free with Vol. II: Magical You, and there is a letter you can print today.'
    return { title: 'Something sealed to hand over', text, button }
  }
  const ships = f.market === 'us' ? 'ships first' : 'is posted first'
  return {
    title: `Something sealed for ${f.envelopeOccasion}`,
    text: `The box arrives in the new year. The Gift Edition Envelope ${ships}, ${f.envelopeShipsNow}, so there is a seal to break on the day.`,
    button,
  }
}

/** When the envelope and the box are shipped. */
export function envelopeNote(f: PageFacts): string {
  const ships = f.market === 'us' ? 'Ships' : 'Posted'
  if (f.envelopeShipsNow === f.vol2ShipsNow)
    return `Both ship ${f.vol2ShipsNow}: the envelope untracked, the box tracked.`
  const box = f.envelopesGoFirst ? `The box follows in ${f.vol2ShipsNow}` : `The box ships ${f.vol2ShipsNow}`
  return `${ships} ${f.envelopeShipsNow}, untracked. ${box}, tracked.`
}

/** The contents of the envelope. Spec: 3 Gift Edition Envelope contents */
export const SEVEN_PIECES: readonly {
  readonly picture: PictureName
  readonly name: string
  readonly line: string
}[] = [
  {
    picture: 'gift-1-outer-envelope',
    name: 'Premium outer envelope (unsealed)',
    line: 'Left open, so you can add a note of your own',
  },
  { picture: 'gift-2-letter', name: 'Letter of Gift', line: 'Room for their name and yours' },
  {
    picture: 'gift-3-redemption-card',
    name: 'Redemption Card with unique code',
    line: 'The magic words, once only',
  },
  { picture: 'gift-4-how-to-redeem', name: 'How to Redeem info card', line: 'Three steps on one card' },
  { picture: 'gift-5-bookmark', name: 'Gold-foil bookmark', line: 'Theirs to keep' },
  { picture: 'gift-6-wax-seal', name: 'Wax-seal sticker', line: 'Press it on last' },
  {
    picture: 'gift-7-holographic-sticker',
    name: 'Holographic laptop sticker',
    line: 'For people who cannot keep a secret',
  },
]

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

export type GiftOption = {
  readonly option: OptionChoice
  readonly title: string
  readonly text: string
  readonly price: string
  readonly worth: string
  readonly href: string
}

/** The three ways to give, each a link to the Vol. II page with the option chosen. Spec: 9 Gift page copy prices */
export function giftOptions(f: PageFacts): GiftOption[] {
  const page = productPath(f.market, HANDLES.vol2[f.market])
  const href = (option: OptionChoice) => `${page}?option=${option}&wrapping=gift-edition`
  return [
    {
      option: 'box-only',
      title: 'Wizard Box only',
      text: 'For someone with a wand.',
      price: f.boxOnlyPrice,
      worth: f.boxOnlyWorth,
      href: href('box-only'),
    },
    {
      option: 'classic-wand',
      title: 'Complete Set with Classic Wand',
      text: 'Dragon & Elder included.',
      price: f.classicSetPrice,
      worth: f.classicSetWorth,
      href: href('classic-wand'),
    },
    {
      option: 'premium-wand',
      title: 'Complete Set with Premium Wand',
      text: 'One of five premium wands. The person you give it to makes the final choice.',
      price: f.premiumSetPrice,
      worth: f.premiumSetWorth,
      href: href('premium-wand'),
    },
  ]
}

/** How to use the printable letter. */
export const LETTER_STEPS = [
  {
    title: 'Order Vol. II',
    text: 'Choose the wrapping: the printable letter, or the Gift Edition Envelope with the letter as a spare.',
  },
  { title: 'Wait for our email', text: 'The code arrives by email after purchase.' },
  { title: 'Print the letter', text: 'Download it here and print it.' },
  { title: 'Write it in', text: 'The names and the magic words. Use your best pen.' },
] as const

/** The two layouts in the PDF file; paper sizes have other names in the United States. */
export const LETTER_SHAPES = [
  {
    title: { us: 'One page, flat', uk: 'A4, flat' },
    text: 'Page 1. Frame it, or roll it and tie a ribbon.',
    drawing: 'M12 4h24v40H12zM16 9h16M16 15h16M16 21h16M16 27h10M19 37h10',
  },
  {
    title: { us: 'A card, folded', uk: 'A5, folded' },
    text: 'Pages 2 and 3. Print on both sides, flip on the short edge, fold once.',
    drawing: 'M6 8l18 5 18-5v29l-18 5-18-5zM24 13v29M29 20l8-2M29 26l8-2',
  },
] as const
