import { fillFacts } from '../models/facts.ts'
import { GIFT_CONTENTS, type GiftKind } from '../models/gift-code.ts'
import { MARKETS, type Market } from '../models/market.ts'
import { formatMoney, type Money } from '../models/money.ts'
import { type Shipping, vol2Ships } from '../models/shipping-dates.ts'

/** The label of the consent checkbox, as stored with the consent. */
export const CONSENT_WORDING = 'Write to me when there is something new. See our Privacy Policy.'

export const STEP_NAMES = ['Magic words', 'Review', 'Done'] as const
export type StepNumber = 1 | 2 | 3

/** Contents and value of a gift. */
export function giftText(kind: GiftKind, value: Money): string {
  return `${GIFT_CONTENTS[kind]}, a gift worth ${formatMoney(value)}.`
}

/** When the box ships; see `vol2Ships`. */
export function shipsText(shipping: Shipping): string {
  return `Ships ${vol2Ships(shipping)}, tracked.`
}

/** In which store a gift can be redeemed. */
export function storeNote(market: Market): string {
  const { storeName } = MARKETS[market]
  const reach = market === 'us' ? 'It ships to the United States only.' : 'It ships to the UK and EU.'
  return `A gift can only be redeemed in the store where it was bought. This is the ${storeName}. ${reach}`
}

/** The safety notice for wands. */
export function safetyText(market: Market): string {
  return fillFacts(
    'Not for children under {minimumAge}. Wands contain a small magnet, which is dangerous if swallowed.',
    market,
  )
}
