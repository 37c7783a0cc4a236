import type { GiftKind } from '../models/gift-code.ts'
import { MARKETS, type Market } from '../models/market.ts'
import { MINIMUM_AGE, PREMIUM_COUNT, type WandStyle } from '../models/wands.ts'
import type { PageFacts } from './page-facts.ts'

/** The label of the consent checkbox, as stored with the consent. */
export const CONSENT_WORDING = 'Write to me when there is something new. See our Privacy Policy.'

export const REDEEM = 'Redeem a gift'

/** The first step. Spec: 4 Redeem flow */
export const SAY_THE_WORDS = {
  title: 'Say the magic words',
  text: 'They are on the Redemption Card in your envelope, or on your printable letter.',
  hint: 'English words. Capitals, spaces and numbers do not matter.',
  button: 'Redeem My Gift',
} as const

export const STEP_NAMES = ['Magic words', 'Review', 'Address'] as const
export type StepNumber = 1 | 2 | 3

/** When the box ships. */
export function shipsText({ giftShipsNow }: PageFacts): string {
  return `Ships ${giftShipsNow}, tracked.`
}

/** In which store a gift can be redeemed. */
export function storeNote(market: Market): string {
  const { storeName, region } = MARKETS[market]
  return `A gift can only be redeemed in the store where it was bought. This is the ${storeName}. It ships to ${region}.`
}

/** The safety notice for wands. */
export const SAFETY_TEXT = `Not for children under ${MINIMUM_AGE}. Wands contain a small magnet, which is dangerous if swallowed.`

/** The second step. */
export const REVIEW = {
  title: 'Your gift',
  button: 'Add Gift to Cart',
  otherWords: 'Use other magic words',
  skip: 'Skip',
  toPay: 'To pay at checkout',
  free: 'The gift costs you nothing, shipping included.',
  upgradeBilled: 'The gift ships free. The upgrade is billed separately.',
} as const

/** The upgrades of a gift without a wand, or with the Classic Wand. Spec: 4 Redeem flow */
export function upgradeWords(kind: GiftKind) {
  const isBox = kind === 'box-only'
  return {
    title: 'Upgrade your gift',
    text: 'Only if you like. The gift is complete as it is.',
    none: {
      name: 'No upgrade',
      note: isBox ? 'Just the box, as it was given.' : 'The Classic Wand, as it was given.',
    },
    classic: { name: 'Add the Classic Wand', note: 'Dragon & Elder' },
    premium: {
      name: isBox ? 'Add a Premium Wand' : 'Change to a Premium Wand',
      note: `Choose one of ${PREMIUM_COUNT} styles.`,
    },
    needsWand: 'You will need a wand to open it. Ours work, and so do original wands of the earlier company.',
  }
}

/** Above the styles of a gift whose giver has chosen one. */
export function giverChose(from: string | null, wand: WandStyle): string {
  return `${from ? `${from} chose ${wand}` : `${wand} was chosen for you`}. Keep it, or take another.`
}

/** The wand that is part of the gift, or an upgrade. */
export const GIFT_WAND = {
  title: 'Choose your wand',
  text: `Your gift comes with one of ${PREMIUM_COUNT} premium wands. The choice is yours.`,
  upgradeTitle: 'Your wand style',
} as const

/** The third step, until the order is complete; what was added is said below it. */
export const ADDRESS_STEP = {
  title: 'One thing left: where shall we send it?',
  text: 'The checkout asks for the address. The magic words are used up only when the order is complete.',
} as const
