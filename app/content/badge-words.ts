import type { Wrapping } from '../models/option-choice.ts'
import type { PageFacts } from './page-facts.ts'

/** What stands on the picture of a product, and above its title. */
export const BADGES = {
  limited: 'LIMITED EDITION',
  popular: 'MOST POPULAR',
  merch: 'Merch',
  envelope: 'Gift Envelope Included',
} as const

/** Subtitle of Vol. II, on its page and its card. */
export function vol2Subtitle(facts: PageFacts, wrapping: Wrapping = 'gift-edition'): string {
  const when = wrapping === 'no-wrapping' ? facts.ownShipsNow : facts.giftShipsNow
  return facts.isPreOrder ? `Pre-order, ships ${when}` : `Ships ${when}`
}
