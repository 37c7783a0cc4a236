import { SIZE_RANGE } from '../models/bundle.ts'
import { type OwnProduct, ownProduct } from '../models/product.ts'
import type { ProductCard } from '../models/product-card.ts'
import { vol2Subtitle } from '../models/shipping-dates.ts'
import { WAND_COUNT } from '../models/wands.ts'
import { capitalizeFirst, type PageFacts } from './page-facts.ts'

/** What the pictures of a card show together. */
export const CARD_ALTS: Readonly<Record<OwnProduct, string>> = {
  'vol-1': 'The Phoenix Edition in Ashborn, Sunfire and Ember',
  'vol-2': 'Vol. II, midnight blue with a gold star chart',
  wand: `Four of the ${WAND_COUNT} wands`,
  bundle: `${capitalizeFirst(WAND_COUNT)} wands in a velvet-lined case`,
  'keyhole-tote': 'Canvas tote with the keyhole mark',
  'magical-af-mug': 'Bottle-green mug that says Magical AF in gold',
}

/** The texts below a product's title in a list. */
export type CardText = { readonly subtitle: string | null; readonly description: string }

/** Our own text for known products, the store's description for any other. */
export function cardText(card: ProductCard, facts: PageFacts): CardText {
  const texts: Readonly<Record<OwnProduct, readonly [subtitle: string, description: string]>> = {
    'vol-1': [
      'Ashborn, Sunfire or Ember',
      `Hand-made, signed and numbered. ${facts.vol1Copies} copies, and then no more.`,
    ],
    'vol-2': [
      vol2Subtitle(facts),
      'A star chart on the cover, with you in the middle of it. The Gift Edition Envelope comes free.',
    ],
    wand: [
      `${capitalizeFirst(WAND_COUNT)} styles`,
      'Any one of them opens any Wizard Box. One for your desk, one for someone you trust.',
    ],
    bundle: [`${capitalizeFirst(SIZE_RANGE)} wands, your choice`, 'Choose a size, then choose your wands.'],
    'keyhole-tote': [
      'Natural or Midnight',
      'A canvas tote with the keyhole on the front. It does not lock. You cannot have everything.',
    ],
    'magical-af-mug': ['11 oz', 'For mornings when you are, and mornings when you need telling.'],
  }
  const own = ownProduct(card)
  const [subtitle, description] = own ? texts[own] : [null, card.description]
  return { subtitle, description }
}
