import type { OptionChoice, Wrapping } from '#app/models/option-choice.ts'
import { PREMIUM_COUNT } from '#app/models/wands.ts'
import type { PageFacts } from '../page-facts.ts'

export const STEPS = {
  option: '1. Choose Your Option',
  edition: '2. Choose your Phoenix Edition',
  wrapping: '2. Choose the wrapping',
} as const

/** What each option of a box is, on its page. */
export const OPTION_TEXTS: Record<OptionChoice, string> = {
  'box-only': 'For people who own a wand already.',
  'classic-wand': 'The box and the Dragon & Elder wand.',
  'premium-wand': `The box and one of ${PREMIUM_COUNT} premium wands.`,
}

/** What each wrapping of Vol. II is, on its page. */
export const WRAPPING_TITLES: Record<Wrapping, string> = {
  'gift-edition': 'Gift Edition Envelope',
  'printable-only': 'Printable letter only',
  'no-wrapping': 'No wrapping, it is for me',
}
export const WRAPPING_TEXTS: Record<Wrapping, string> = {
  'gift-edition': 'Seven pieces in one envelope, sent to you ahead of the box.',
  'printable-only': 'A PDF to print at home. The magic words come by email.',
  'no-wrapping': 'No magic words. The box ships with this order, to your own address.',
}

/** Below the choice of a wrapping. */
export const WRAPPING_NOTE =
  'Giving it away? The magic words work only in the store where you buy them. Choose the store that ships to the person you are giving to.'

/** What a struck-through figure is. */
export function worthNote(facts: PageFacts): string {
  return `The struck-through figure is the price plus the envelope’s value of ${facts.envelopeValue}. It is not an earlier price.`
}

/** Until a wand or an edition is chosen. */
export const CHOOSE_WAND = { title: 'Choose your wand', text: 'Choose a wand to see it.' } as const
export const CHOOSE_EDITION = 'Select an edition to see it.'
export const EDITION_SOLD_OUT = 'Sold out with this option. Try another edition or another set.'
