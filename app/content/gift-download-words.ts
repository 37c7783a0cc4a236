import type { PageFacts } from './page-facts.ts'

/** The words beside the sheets. Spec: 2 Other pages */
export function letterHead(f: PageFacts) {
  return {
    title: 'The printable letter',
    text: 'One sheet of paper, and a very good reason to hand it over.',
    button: 'Download the letter (PDF)',
    note: `Opens in a new tab. The sheet fits ${f.store.paper === 'letter' ? 'US Letter and A4' : 'A4'}.`,
  }
}

export const LETTER = {
  title: 'What it is',
  text: 'A Letter of Gift to print at home. It has room for their name, your name, a few lines from you and the magic words. Nobody need know how late it is.',
} as const

/** How to use the printable letter. */
export const LETTER_USE = 'How to use it'

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
    title: { letter: 'One page, flat', a4: 'A4, flat' },
    text: 'Page 1. Frame it, or roll it and tie a ribbon.',
    drawing: 'M12 4h24v40H12zM16 9h16M16 15h16M16 21h16M16 27h10M19 37h10',
  },
  {
    title: { letter: 'A card, folded', a4: 'A5, folded' },
    text: 'Pages 2 and 3. Print on both sides, flip on the short edge, fold once.',
    drawing: 'M6 8l18 5 18-5v29l-18 5-18-5zM24 13v29M29 20l8-2M29 26l8-2',
  },
] as const

/** For who has no gift yet. */
export function noGiftYet(f: PageFacts) {
  return {
    text: 'The letter on its own opens nothing. You need the magic words too.',
    link: `${f.isPreOrder ? 'Pre-order' : 'Order'} Vol. II`,
    envelope: 'See the gift envelope',
    redeem: 'Redeem a gift',
  }
}
