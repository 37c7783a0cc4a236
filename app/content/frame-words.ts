import { MARKETS, type Market } from '../models/market.ts'
import { MINIMUM_AGE } from '../models/wands.ts'
import type { PageFacts } from './page-facts.ts'

/**
 * The market's current offer, above every page, unless the owner has written another text; `rest` is left out where
 * there is room for one line only. Spec: 2 Banner and cookie notice
 */
export function bannerWords(facts: PageFacts, isVol1SoldOut: boolean) {
  const { envelopeValue, envelopeOccasion, vol1Copies } = facts
  if (!facts.store.sellsLimitedEdition) {
    const occasion = facts.isForChristmas ? `, to open ${envelopeOccasion}` : ''
    return {
      lead: 'The premium gift envelope',
      text: ` (${envelopeValue}\u00a0value) is included`,
      rest: ` with Vol. II${occasion}`,
      end: '.',
    }
  }
  if (isVol1SoldOut) {
    const text = `Vol. II: Magical You comes with a free gift envelope worth ${envelopeValue}.`
    return { lead: '', text, rest: '', end: '' }
  }
  const offer = facts.isPreOrder ? 'Pre-order Vol. II' : 'Vol. II comes'
  return {
    lead: `Only ${vol1Copies} Available - Vol. I: The Phoenix Edition`,
    text: '.',
    rest: ` ${offer} with a free gift envelope worth ${envelopeValue}.`,
    end: '',
  }
}

/** Before the shop. Spec: 2 Splash and entry */
export const SPLASH = {
  title: 'Tap Your Wand to Enter',
  text: 'Click anywhere to unlock the magic',
  detecting: 'Finding your store...',
  keys: 'Press any key to enter the shop.',
} as const

/** Below every page. Spec: 2 Footer */
export const FOOTER = {
  tagline: 'Some Treasures Deserve More Than a Drawer',
  signup: 'Stay Connected',
} as const

/** The legal notes at the end, below the copyright. */
export function legalNotes(market: Market): readonly string[] {
  const { storeName, currencyName, shortRegion } = MARKETS[market]
  return [
    'Wizard Box is an independent product. It is not affiliated with, endorsed by or connected to any other wizard-themed brand or company.',
    `${storeName}, prices in ${currencyName}, ships to ${shortRegion}.`,
    `Wands contain a small magnet. Dangerous if swallowed. Not for children under ${MINIMUM_AGE}.`,
  ]
}
