import type { OptionChoice, Wrapping } from '../models/option-choice.ts'

/** What each option of a box is, on its page. */
export const OPTION_TEXTS: Record<OptionChoice, string> = {
  'box-only': 'For people who own a wand already.',
  'classic-wand': 'The box and the Dragon & Elder wand.',
  'premium-wand': 'The box and one of five premium wands.',
}

/** What each wrapping of Vol. II is, on its page. */
export const WRAPPING_TITLES: Record<Wrapping, string> = {
  'gift-edition': 'Gift Edition Envelope',
  'printable-only': 'Printable letter only',
}
export const WRAPPING_TEXTS: Record<Wrapping, string> = {
  'gift-edition': 'Seven pieces in one envelope, sent to you ahead of the box.',
  'printable-only': 'A PDF to print at home. The magic words come by email.',
}
